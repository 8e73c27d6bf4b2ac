import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SegmentPrice } from '../../core/messages/cost.ts'
import { usePlatform } from '../../host/platform.ts'
import { useDebouncedValue } from '../../kit/useDebouncedValue.ts'
import { templateErrors } from '../../sms/template.ts'
import { firstTemplate, type SelectedProspect } from './compose.ts'
import { recipientsOf } from './leftOut.ts'
import { type TextTotals, textTotals } from './textTotals.ts'

/**
 * Which of the selected prospects get a first text. Read once, because it does not depend on the template and 100,000 ids
 * are 4 MB; the server checks again when the campaign starts.
 */
export function useRecipients(
  prospects: ReadonlyMap<string, SelectedProspect>,
  prospectIds: readonly string[],
) {
  const { api } = usePlatform()
  const preview = useQuery({
    // Length and ends identify the selection, which does not change while the drawer is open.
    queryKey: ['firstTexts', 'preview', prospectIds.length, prospectIds[0], prospectIds.at(-1)],
    queryFn: ({ signal }) =>
      api.firstTexts.preview({ prospectIds: [...prospectIds], template: firstTemplate }, { signal }),
    enabled: prospectIds.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
  const leftOut = preview.data?.leftOut
  const recipients = useMemo(
    () => leftOut && recipientsOf(prospects, prospectIds, leftOut),
    [prospects, prospectIds, leftOut],
  )
  return { preview, recipients }
}

/** Delay between the last typed letter and counting, ms. */
const TYPING_MS = 350

/** This template over all recipients, once typing pauses; null while it is not counted. */
export function useTextTotals(
  recipients: readonly SelectedProspect[] | undefined,
  template: string,
  prices: readonly SegmentPrice[] | undefined,
): TextTotals | null {
  const isSettled = useDebouncedValue(template, TYPING_MS) === template
  return useMemo(() => {
    if (!recipients || !prices || !isSettled || templateErrors(template).template) return null
    return textTotals(recipients, template, prices)
  }, [recipients, prices, isSettled, template])
}
