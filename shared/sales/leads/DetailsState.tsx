import { relativeTime } from '../../formats.ts'
import { useNow } from '../../kit/useNow.ts'
import type { Lead } from './contract.ts'
import { detailsWords } from './detailsWords.ts'
import { isWaiting } from './rules.ts'
import { withheldLabels } from './withheld.ts'

/** State of the details text: on hold, sent, delivered, and whether the lead answered. */
export function DetailsState({ lead: { withheld, details, answeredAt } }: { lead: Lead }) {
  const now = useNow()
  return (
    <>
      {withheld && (
        <span className="sb-second sb-lead-held" data-waiting={isWaiting(withheld) || undefined}>
          {withheldLabels[withheld]}
        </span>
      )}
      {details && (
        <span className="sb-second sb-lead-details" data-state={details.status}>
          {detailsWords[details.status]}
          {answeredAt && <b> · Answered {relativeTime(answeredAt, now)}</b>}
        </span>
      )}
    </>
  )
}
