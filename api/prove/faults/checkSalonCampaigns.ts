import { SUPPRESSED } from '../../core/messages/transitions/queued.ts'
import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { REJECTED } from './checkSalons.ts'
import { type Client, textsFrom } from './journal.ts'
import { EARLIER_OFFER, TOKEN } from './salonCampaigns.ts'
import type { OutboundText, Stage } from './stage.ts'

/** A text that is already being transmitted when an objection is answered can still arrive within this time. */
const IN_FLIGHT_MS = 300

/** Each client's text has a booking link with its own token. */
const withoutToken = (body: string) => body.replace(/(\/b\/)[a-z2-9]{10}\b/, `$1${TOKEN}`)

/** Offers and reminders of salons: once or not for a reason, only approved words from the salon's sender. */
export function checkSalonCampaigns(stage: Stage, texts: OutboundText[]): Row[] {
  const isOfCampaign = ({ kind, body }: OutboundText) =>
    (kind === 'offer' || kind === 'reminder') && body !== EARLIER_OFFER
  const storedFor = groupBy(texts.filter(isOfCampaign), ({ phone }) => phone)
  const { clients } = stage.testBed.journal
  return [
    onceAndApproved(stage, storedFor),
    countWrong(
      'a text of a campaign of a salon is sent, or canceled for a reason that happened',
      clients,
      (client) => problemOf(stage, client, storedFor.get(client.phone) ?? []),
      ({ kind }) => kind,
    ),
    noneAfterObjection(stage),
  ]
}

function onceAndApproved({ testBed }: Stage, storedFor: Map<string, OutboundText[]>): Row {
  const { clients, salonTexts } = testBed.journal
  const others = new Set(salonTexts.map(({ body }) => body))
  const textsTo = groupBy(testBed.carrier.calls, ({ to }) => to)
  return countWrong(
    'a client gets at most one text of a campaign, the approved one, from the sender of the salon',
    clients,
    ({ phone, from, body }) => {
      const calls = (textsTo.get(phone) ?? []).filter((text) => !others.has(text.body))
      const wrong = calls.find((text) => text.from !== from || withoutToken(text.body) !== body)
      if (wrong) return `${phone}: “${wrong.body}” from ${wrong.from}`
      const sent = calls.filter(({ accepted }) => accepted).length
      const stored = storedFor.get(phone)?.length ?? 0
      return sent > 1 || stored > 1 ? `${phone}: ${sent} sent, ${stored} stored` : null
    },
    ({ kind }) => kind,
  )
}

function problemOf({ testBed }: Stage, client: Client, stored: OutboundText[]): string | null {
  const { phone, kind, objectedAt } = client
  const received = textsFrom(testBed.journal, phone)
  const optedOut = received.some(({ meaning }) => meaning === 'stop')
  const wrote = received.length > 0
  const answered = kind === 'reminder' && wrote
  const [text] = stored
  if (!text) return optedOut || wrote ? null : `${phone}: the ${kind} was never queued`
  const { status, errorMessage, errorCode, accepted } = text
  const isRejected = status === 'failed' && REJECTED.includes(errorCode ?? 0)
  const waits = status === 'queued' && text.waits
  const reasons = [
    optedOut && SUPPRESSED,
    objectedAt !== null && 'Objected or withdrew consent',
    answered && 'Answered or booked since the offer',
    wrote && 'Wrote to us',
  ]
  const isCanceled = status === 'canceled' && reasons.includes(errorMessage ?? '')
  return accepted || isRejected || isCanceled || waits || status === 'unknown'
    ? null
    : `${phone}: the ${kind} is ${status} (${errorCode ?? ''} ${errorMessage})`
}

function noneAfterObjection({ testBed }: Stage): Row {
  const callsTo = groupBy(testBed.carrier.calls, ({ to }) => to)
  return countWrong(
    'no text of a campaign leaves after an objection',
    testBed.journal.clients.filter(({ objectedAt }) => objectedAt !== null),
    ({ phone, body, objectedAt }) => {
      const late = (callsTo.get(phone) ?? [])
        .filter((text) => withoutToken(text.body) === body && text.at > (objectedAt ?? 0))
        .map(({ at }) => testBed.lags.activeMsBetween(objectedAt ?? 0, at))
        .filter((ms) => ms > IN_FLIGHT_MS)
      return late.length > 0 ? `${phone}: ${Math.max(...late).toFixed(0)} ms after` : null
    },
  )
}
