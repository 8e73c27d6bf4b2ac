import type { Lags } from '../lags.ts'
import { lateCall } from '../lateCall.ts'
import { acceptedCalls } from '../network.ts'
import {
  checkRecords,
  findReceived,
  isStoppedBy,
  type Records,
  readRecords,
  salonTextsLeave,
} from '../record.ts'
import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { campaignStatuses, checkCampaigns } from './checkCampaigns.ts'
import { checkErasure, findSuppressed } from './checkErasure.ts'
import { checkHeld } from './checkHeld.ts'
import {
  type ActionName,
  type Answer,
  clock,
  FIRST_TEXT,
  hasAction,
  pairOf,
  type Stage,
  type Trial,
} from './trial.ts'

interface Keyword {
  phone: string
  keyword: 'stop' | 'start'
  /** Address of the sender. */
  sender: string
  at: number
}

/**
 * The last committed STOP, START or erasure decides whether a number is suppressed. A STOP to any sender stands until a
 * START to the same one. Reads commit times by xmin, so it must run before anything else updates these rows.
 */
export async function checkSuppression(stage: Stage, trials: Trial[]): Promise<Row> {
  const keywords = await stage.sql<Keyword[]>`
    select phone, case intent when 'opt_in' then 'start' else 'stop' end as keyword, our_number as sender,
      extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000000 as at
    from messages where direction = 'inbound' and intent in ('opt_in', 'opt_out')
    union all
    select m.phone, 'stop', s.address, extract(epoch from pg_xact_commit_timestamp(r.xmin)) * 1000000
    from receipts r join messages m on m.sid = r.sid join senders s on s.id = m.sender_id where r.error_code = 21610`
  const suppressed = await findSuppressed(stage, trials)
  const byPhone = groupBy(
    keywords.sort((a, b) => a.at - b.at),
    ({ phone }) => phone,
  )
  return countWrong(
    'the last STOP or START to each sender, or an erasure, decides suppression',
    trials.filter((trial) =>
      hasAction(trial, 'stop', 'start', 'erase', 'salonStop', 'salonStart', 'campaignStop'),
    ),
    (trial) => {
      const { phone, erasures } = trial
      const theirs = byPhone.get(phone) ?? []
      const is = suppressed.has(phone)
      if (erasures.length > 0)
        return is || mayLiftErasure(stage, trial, theirs) ? null : `${phone} was erased but is not suppressed`
      const all = theirs.map(({ keyword, sender }) => `${keyword} to ${sender}`).join(', ')
      return is === isStoppedBy(theirs.map(({ keyword, sender }) => ({ keyword, to: sender })))
        ? null
        : `${phone}: ${all || 'no keyword'}; suppressed: ${is}`
    },
    pairOf,
  )
}

/**
 * A START after an erasure lifts the suppression if it went to the agency or to a sender that had got a STOP. After one,
 * suppressed and not suppressed are both correct.
 */
function mayLiftErasure({ senders }: Stage, { acknowledged }: Trial, keywords: Keyword[]): boolean {
  const last = keywords.at(-1)
  const hadStop = acknowledged.some(({ keyword, to }) => keyword === 'stop' && to === last?.sender)
  return last?.keyword === 'start' && (hadStop || last.sender === senders[0]?.address)
}

/** All other checks, when nothing is left to do. */
export async function checkAll(stage: Stage, trials: Trial[], lags: Lags): Promise<Row[]> {
  const { sql, network } = stage
  const byPhone = new Map(trials.map((trial) => [trial.phone, trial]))
  const groupOf = (phone: string) => pairOf(byPhone.get(phone) as Trial)
  const erased = new Set(trials.filter((trial) => hasAction(trial, 'erase')).map(({ phone }) => phone))
  const records = await readRecords({ sql, network, dueAt: clock(), erased, groupOf })
  return [
    noTextAfterStop(stage, trials, lags),
    noTextAfterCancel(stage, trials, lags),
    oneFirstText(stage, trials),
    repliesMatchAnswers(stage, trials),
    salonTexts(records, trials),
    await acknowledgedTextsStored(stage, trials),
    noTextStuck(records),
    ...checkRecords(records),
    ...(await checkErasure(stage, trials)),
    noFollowUpForSalons(stage, trials),
    ...(await checkCampaigns(stage, trials, lags)),
    ...checkHeld(stage, trials, lags),
    expectedStatuses(trials),
  ]
}

const isFirstText = ({ name }: Trial, { body }: { body: string }) => body.startsWith(`Hi ${name},`)

const textsByPhone = ({ network }: Stage) => groupBy(acceptedCalls(network), ({ to }) => to)

function noTextAfterStop({ network }: Stage, trials: Trial[], lags: Lags): Row {
  const callsTo = groupBy(network.calls, ({ to }) => to)
  return countWrong(
    'no text is sent by any sender after an acknowledged STOP to one',
    trials.filter((trial) => stoppedAt(trial) !== null),
    (trial) => lateCall(trial.phone, callsTo.get(trial.phone) ?? [], stoppedAt(trial) ?? 0, lags),
    pairOf,
  )
}

/** When the first STOP was acknowledged that no START to the same sender may have lifted. */
function stoppedAt({ acknowledged }: Trial): number | null {
  const started = new Set(acknowledged.filter(({ keyword }) => keyword === 'start').map(({ to }) => to))
  const standing = acknowledged.filter(({ keyword, to }) => keyword === 'stop' && !started.has(to))
  return standing.length > 0 ? Math.min(...standing.map(({ at }) => at)) : null
}

function noTextAfterCancel({ network }: Stage, trials: Trial[], lags: Lags): Row {
  const canceledAt = (trial: Trial) =>
    trial.answers.find(({ action, status }) => action === 'cancel' && status === 200)?.at
  const callsTo = groupBy(network.calls, ({ to }) => to)
  return countWrong(
    'no first text is sent after its campaign was canceled',
    trials.filter((trial) => canceledAt(trial) !== undefined),
    (trial) => {
      const firstTexts = (callsTo.get(trial.phone) ?? []).filter(({ body }) =>
        body.startsWith(FIRST_TEXT.replace('{name}', trial.name)),
      )
      return lateCall(trial.phone, firstTexts, canceledAt(trial) ?? 0, lags)
    },
    pairOf,
  )
}

function oneFirstText(stage: Stage, trials: Trial[]): Row {
  const texts = textsByPhone(stage)
  return countWrong(
    'a number gets at most one first text from two campaigns',
    trials,
    (trial) => {
      const count = (texts.get(trial.phone) ?? []).filter((text) => isFirstText(trial, text)).length
      return count > 1 ? `${trial.phone} got ${count}` : null
    },
    pairOf,
  )
}

function repliesMatchAnswers(stage: Stage, trials: Trial[]): Row {
  const texts = textsByPhone(stage)
  return countWrong(
    'a reply answered 200 is sent once, a refused one never',
    trials.flatMap((trial) => trial.replies.map((reply) => ({ trial, ...reply }))),
    ({ trial, body, status }) => {
      const count = (texts.get(trial.phone) ?? []).filter((text) => text.body === body).length
      const expected = status === 200 ? 1 : 0
      return count === expected ? null : `${trial.phone}: answered ${status}, sent ${count} times`
    },
    ({ trial }) => pairOf(trial),
  )
}

/** A queued text of a salon is canceled only by an opt-out. */
function salonTexts(records: Records, trials: Trial[]): Row {
  const queued = trials.flatMap((trial) =>
    trial.salonTexts.map((text) => ({ trial, phone: trial.phone, ...text })),
  )
  return salonTextsLeave(
    records,
    queued,
    ({ trial }, { status }) =>
      status === 'canceled' &&
      (hasAction(trial, 'receipt') || trial.acknowledged.some(({ keyword }) => keyword === 'stop')),
  )
}

async function acknowledgedTextsStored({ sql }: Stage, trials: Trial[]): Promise<Row> {
  const problemOf = await findReceived(sql)
  return countWrong(
    'a received text answered 200 is stored with the sender it was sent to',
    trials
      .filter((trial) => !hasAction(trial, 'erase'))
      .flatMap((trial) => trial.acknowledged.map((text) => ({ trial, phone: trial.phone, ...text }))),
    problemOf,
    ({ trial }) => pairOf(trial),
  )
}

function noTextStuck({ texts, groupOf }: Records): Row {
  return countWrong(
    'no text stays queued or sending',
    texts,
    ({ phone, status, reason, state }) =>
      status === 'queued' || status === 'sending'
        ? `${phone}: ${status} (${reason}), campaign ${state}`
        : null,
    ({ phone }) => groupOf?.(phone) ?? 'all',
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

/** Statuses that are correct for each action. An erasure is no HTTP call. */
const expected: Partial<Record<ActionName, number[]>> = {
  inbound: [200],
  stop: [200],
  start: [200],
  receipt: [204],
  claim: [200],
  reply: [200, 409],
  cancel: [200, 409],
  pause: [200, 409],
  import: [200],
  salonStop: [200],
  salonStart: [200],
  salonInbound: [200],
  secondSend: [200],
  ...campaignStatuses,
}

function expectedStatuses(trials: Trial[]): Row {
  const answers = trials.flatMap((trial) => trial.answers.map((answer): [Trial, Answer] => [trial, answer]))
  return countWrong(
    'every call is answered with an expected status, no 5xx',
    answers,
    ([, { action, status, text }]) =>
      expected[action]?.includes(status) ? null : `${action}: ${status} ${text.slice(0, 200)}`,
    ([trial]) => pairOf(trial),
  )
}
