import type { SelectedProspect } from './compose.ts'
import type { CampaignPreview, LeftOutReason } from './contract.ts'

/** Explanation of each reason, shown beside its label. */
export const leftOutNotes: Record<LeftOutReason, string> = {
  opted_out: 'They asked for no more texts',
  opted_out_with_salon: 'Their STOP to a salon counts here too',
  undeliverable: 'An earlier text could not be delivered',
  landline: 'Cannot receive texts',
  our_salon: 'They work with us',
  submitted: 'They know us already',
  already_texted: 'Each salon gets only one',
  maybe_texted: 'Counted as not sent; allow another in SMS',
  texted_recently: 'Too soon for another',
  responded: 'Talk to them in SMS instead',
  open_conversation: 'Answer them in SMS instead',
  said_no: 'They answered no to an earlier text',
  not_found: 'Removed since you selected them',
}

/** The prospects left out, grouped by reason in the order of `leftOutNotes`. */
export function leftOutGroups(leftOut: CampaignPreview['leftOut']) {
  const idsOf = (reason: LeftOutReason) =>
    leftOut.filter((one) => one.reason === reason).map(({ prospectId }) => prospectId)
  return (Object.keys(leftOutNotes) as LeftOutReason[])
    .map((reason) => ({ reason, prospectIds: idsOf(reason) }))
    .filter(({ prospectIds }) => prospectIds.length > 0)
}

/** The selected prospects who get the text and are in the loaded list. */
export function recipientsOf(
  prospects: ReadonlyMap<string, SelectedProspect>,
  selected: readonly string[],
  leftOut: CampaignPreview['leftOut'],
): SelectedProspect[] {
  const out = new Set(leftOut.map(({ prospectId }) => prospectId))
  return selected.flatMap((id) => {
    const prospect = out.has(id) ? undefined : prospects.get(id)
    return prospect ? [prospect] : []
  })
}
