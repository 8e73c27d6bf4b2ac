import { useAction } from '../../kit/data.ts'
import type { ColumnMapping } from './columns.ts'
import type { FileOptions, ListPreview } from './contract.ts'
import { useSetLists } from './useCurrentLists.ts'

/** Reads an uploaded list again in another way, and shows the new preview. */
export function useRemap(salonId: string, preview: ListPreview) {
  const setLists = useSetLists(salonId)
  return useAction({
    run: (api, { mapping = preview.mapping, ...options }: FileOptions & { mapping?: ColumnMapping }) =>
      api.lists.remapList({ id: salonId, listId: preview.id, mapping, ...options }),
    done: (next) => setLists({ preview: next }),
    failure: { title: 'Not changed', fallback: 'Failed to read the list again', showServerMessage: true },
  })
}
