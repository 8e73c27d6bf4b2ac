import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import type { OutboundText, Stage } from './stage.ts'

/** Texts from the senders of the salons, and the sender that the carrier refused for a while. */
export function checkSalons(stage: Stage, texts: OutboundText[]): Row[] {
  return [ownSenderOnly(stage, texts), salonTextsLeave(stage, texts), refusalStopsOne(stage)]
}

/** Every create call, accepted or not. */
function ownSenderOnly({ testBed }: Stage, texts: OutboundText[]): Row {
  const keyOf = (to: string, body: string) => `${to} ${body}`
  const sendersOf = groupBy(texts, ({ phone, body }) => keyOf(phone, body))
  return countWrong(
    'no text leaves from a sender other than its own',
    testBed.carrier.calls,
    ({ from, to, body }) => {
      const own = (sendersOf.get(keyOf(to, body)) ?? []).map((text) => text.from)
      return own.includes(from) ? null : `${to}: left from ${from}, belongs to ${own.join(', ') || 'no text'}`
    },
    ({ from }) => from,
  )
}

/** Codes with which the carrier's faults reject a text, beside those of final receipts. */
export const REJECTED = [21_211, 21_408, 30_450]

function salonTextsLeave({ testBed }: Stage, texts: OutboundText[]): Row {
  const { salonTexts, ownerTexts } = testBed.journal
  const byId = new Map(texts.map((text) => [text.id, text]))
  const optedOut = new Set(ownerTexts.filter(({ meaning }) => meaning === 'stop').map(({ phone }) => phone))
  return countWrong(
    'a queued text of a salon is sent, or canceled by an opt-out',
    salonTexts.filter(({ queued }) => queued),
    ({ id, phone, from }) => {
      const row = byId.get(id)
      if (!row) return `${phone}: the text is missing`
      const isRejected = row.status === 'failed' && REJECTED.includes(row.errorCode ?? 0)
      const isCanceled = row.status === 'canceled' && optedOut.has(phone)
      // Whether an unknown text may stay so is checked for all texts.
      const isCorrect = row.accepted || isRejected || isCanceled || row.status === 'unknown'
      return isCorrect && row.from === from
        ? null
        : `${phone}: ${row.status} ${row.errorCode ?? ''} from ${row.from}`
    },
    ({ from }) => from,
  )
}

/** Texts of the other senders reached the carrier while one was stopped, and its own did afterwards. */
function refusalStopsOne({ testBed }: Stage): Row {
  const { journal, carrier, senders } = testBed
  const acceptedFrom = groupBy(carrier.accepted.values(), ({ from }) => from)
  const cases = journal.refusals.flatMap((refusal) => senders.map(({ address }) => ({ refusal, address })))
  return countWrong(
    'a refused sender stops no other, and sends again when staff resume it',
    cases,
    ({ refusal, address }) => {
      if (address === refusal.address) {
        const others = refusal.stopped.filter((name) => name !== address)
        if (others.length > 0) return `stopped as well: ${others.join(', ')}`
        const during = countBetween(refusal.stoppedAt, refusal.resumedAt)
        if (during > 0) return `${address} sent ${during} texts while it was refused`
        return countBetween(refusal.resumedAt, Number.POSITIVE_INFINITY) > 0
          ? null
          : `${address} never sent again`
      }
      return countBetween(refusal.stoppedAt, refusal.resumedAt) > 0
        ? null
        : `${address} sent nothing meanwhile`

      function countBetween(from: number, to: number) {
        return (acceptedFrom.get(address) ?? []).filter(({ at }) => at > from && at < to).length
      }
    },
  )
}
