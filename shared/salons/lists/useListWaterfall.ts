import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePlatform } from '../../host/platform.ts'
import { queryKeyOf } from '../../kit/data.ts'
import type { ListAnswers, ListPreview } from './contract.ts'

/** How the file is read. Rows and counts of another reading are others. */
export const readingOf = ({
  mapping,
  sheet,
  includesHiddenRows,
  noLastVisit,
  marks,
  consentAnswers,
}: ListPreview) => ({
  mapping,
  sheet,
  includesHiddenRows,
  noLastVisit,
  marks,
  consentAnswers,
})

/** The counts of an uploaded list under the answers that are given so far. The preview has those without answers. */
export function useListWaterfall(salonId: string, preview: ListPreview, answers: ListAnswers) {
  const { api } = usePlatform()
  const input = { id: salonId, listId: preview.id, ...answers }
  return useQuery({
    queryKey: [...queryKeyOf('lists', 'listWaterfall', input), readingOf(preview)],
    queryFn: ({ signal }) => api.lists.listWaterfall(input, { signal }),
    enabled: Object.keys(answers).length > 0,
    placeholderData: keepPreviousData,
  })
}
