import type { TextToSend } from '../network.ts'
import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { hasAction, pairOf, type Stage, type Trial } from './trial.ts'

/** Texts of one owner stay out of what another one sends. */
export async function checkSenders(stage: Stage, trials: Trial[]): Promise<Row[]> {
  return [await ownSenderOnly(stage, trials), noFollowUpForSalons(stage, trials)]
}

/** By body, which the carrier has also for calls that it did not accept. */
async function ownSenderOnly({ sql, network }: Stage, trials: Trial[]): Promise<Row> {
  const rows = await sql<TextToSend[]>`
    select s.address as from, m.phone as to, m.body from messages m join senders s on s.id = m.sender_id
    where m.direction = 'outbound'`
  const keyOf = ({ to, body }: Pick<TextToSend, 'to' | 'body'>) => `${to} ${body}`
  const sendersOf = groupBy(rows, keyOf)
  const erased = new Set(trials.filter((trial) => hasAction(trial, 'erase')).map(({ phone }) => phone))
  return countWrong(
    'no text leaves from a sender other than its own',
    network.calls.filter(({ to }) => !erased.has(to)),
    (call) => {
      const own = (sendersOf.get(keyOf(call)) ?? []).map(({ from }) => from)
      return own.includes(call.from)
        ? null
        : `${call.to}: left from ${call.from}, belongs to ${own.join(', ')}`
    },
  )
}

/** A yes counts only for the sender that it was sent to. */
function noFollowUpForSalons({ network }: Stage, trials: Trial[]): Row {
  const textsTo = groupBy(network.calls, ({ to }) => to)
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
