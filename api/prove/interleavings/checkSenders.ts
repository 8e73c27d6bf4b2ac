import type { Conversation, InboundSms } from '@salonback/shared/core/inbox/contract.ts'
import type { Call } from '../carrier.ts'
import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { hasAction, isOfSalon, pairOf, type Stage, type Trial } from './trial.ts'

/** Texts of one owner stay out of what another one sees and sends. */
export async function checkSenders(stage: Stage, trials: Trial[]): Promise<Row[]> {
  const kept = trials.filter((trial) => !hasAction(trial, 'erase'))
  return [
    await ownSenderOnly(stage, trials),
    await conversationsOfAgency(stage, kept),
    await inboxOfAgency(stage, kept),
    noFollowUpForSalons(stage, trials),
  ]
}

/** By body, which the carrier has also for calls that it did not accept. */
async function ownSenderOnly({ sql, carrier }: Stage, trials: Trial[]): Promise<Row> {
  const rows = await sql<Pick<Call, 'from' | 'to' | 'body'>[]>`
    select s.address as from, m.phone as to, m.body from messages m join senders s on s.id = m.sender_id
    where m.direction = 'outbound'`
  const keyOf = ({ to, body }: Pick<Call, 'to' | 'body'>) => `${to} ${body}`
  const sendersOf = groupBy(rows, keyOf)
  const erased = new Set(trials.filter((trial) => hasAction(trial, 'erase')).map(({ phone }) => phone))
  return countWrong(
    'no text leaves from a sender other than its own',
    carrier.calls.filter(({ to }) => !erased.has(to)),
    (call) => {
      const own = (sendersOf.get(keyOf(call)) ?? []).map(({ from }) => from)
      return own.includes(call.from)
        ? null
        : `${call.to}: left from ${call.from}, belongs to ${own.join(', ')}`
    },
  )
}

/** Compares with the carrier and with what the number sent, for every trial in which a salon takes part. */
async function conversationsOfAgency(stage: Stage, trials: Trial[]): Promise<Row> {
  const { apps, senders, carrier } = stage
  const agency = senders[0]?.address
  const textsTo = groupBy(carrier.accepted.values(), ({ to }) => to)
  const shown: { trial: Trial; messages: Conversation['messages'] }[] = []
  for (const trial of trials.filter(
    ({ pair, acknowledged }) => pair.some(isOfSalon) || acknowledged.length > 0,
  )) {
    const { messages } = await apps[0].staff.messages.conversation({ number: trial.phone })
    shown.push({ trial, messages })
  }
  return countWrong(
    "the agency's conversation has its own texts and none of a salon",
    shown,
    ({ trial, messages }) => {
      const received = trial.acknowledged.filter(({ to }) => to === agency).map(({ body }) => body)
      const sent = (textsTo.get(trial.phone) ?? []).filter(({ from }) => from === agency)
      const expected = [...received, ...sent.map(({ body }) => body)]
      // Texts that did not leave are shown as well.
      const actual = messages
        .filter(({ direction, status }) => direction === 'inbound' || isAccepted(status))
        .map(({ body }) => body)
      const salon = messages.find(({ body }) => trial.salonTexts.some((text) => text.body === body))
      if (salon) return `${trial.phone} shows “${salon.body}”`
      return differenceOf(expected, actual, trial.phone)
    },
    ({ trial }) => pairOf(trial),
  )
}

const isAccepted = (status: string | undefined) =>
  status !== undefined && ['sent', 'delivered', 'undelivered', 'failed'].includes(status)

async function inboxOfAgency({ apps, senders }: Stage, trials: Trial[]): Promise<Row> {
  const agency = senders[0]?.address
  const texts: InboundSms[] = await apps[0].staff.messages.inbound({})
  const shownTo = groupBy(texts, ({ from }) => from)
  return countWrong(
    "the inbox has the agency's texts and none of a salon",
    trials.filter(({ acknowledged }) => acknowledged.length > 0),
    ({ phone, acknowledged }) =>
      differenceOf(
        acknowledged.filter(({ to }) => to === agency).map(({ body }) => body),
        (shownTo.get(phone) ?? []).map(({ body }) => body),
        phone,
      ),
    pairOf,
  )
}

/** Null if both have the same texts, each as often. */
function differenceOf(expected: string[], actual: string[], phone: string): string | null {
  const [wanted, found] = [[...expected].sort().join(' / '), [...actual].sort().join(' / ')]
  return wanted === found ? null : `${phone}: shows “${found}” instead of “${wanted}”`
}

/** A yes counts only for the sender that it was sent to. */
function noFollowUpForSalons({ carrier }: Stage, trials: Trial[]): Row {
  const textsTo = groupBy(carrier.calls, ({ to }) => to)
  return countWrong(
    'a yes to a salon queues no follow-up of the agency',
    trials.filter((trial) => hasAction(trial, 'salonInbound') && !hasAction(trial, 'inbound')),
    ({ phone }) => {
      const followUp = (textsTo.get(phone) ?? []).find(({ body }) => /uksalon/.test(body))
      return followUp ? `${phone}: “${followUp.body}”` : null
    },
    pairOf,
  )
}
