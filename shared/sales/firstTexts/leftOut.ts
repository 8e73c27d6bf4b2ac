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

interface LeftOutGroup {
  reason: LeftOutReason
  prospectIds: string[]
}

/** The prospects left out, grouped by reason in the order of `leftOutNotes`. */
export function leftOutGroups(leftOut: CampaignPreview['leftOut']): LeftOutGroup[] {
  const groups = new Map<LeftOutReason, string[]>()
  for (const { reason, prospectId } of leftOut) {
    const ids = groups.get(reason)
    if (ids) ids.push(prospectId)
    else groups.set(reason, [prospectId])
  }
  return (Object.keys(leftOutNotes) as LeftOutReason[]).flatMap((reason) => {
    const prospectIds = groups.get(reason)
    return prospectIds ? [{ reason, prospectIds }] : []
  })
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
