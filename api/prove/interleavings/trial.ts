import { randomUUID } from 'node:crypto'
import type { Erasure } from '../../core/erasure/erase.ts'
import type { Sender } from '../../core/messages/senders.ts'
import type { Database } from '../../platform/db/open.ts'
import type { AppliedFaults } from '../../simulator/faults.ts'
import type { Random } from '../../testing/random.ts'
import type { startApp } from '../../testing/start.ts'
import { inboundParams, messageSid } from '../../testing/webhooks.ts'
import type { ProofNetwork } from '../network.ts'
import { postHook } from './hooks.ts'

const DAY = 24 * 3_600_000
const noon = new Date().setUTCHours(12, 0, 0, 0)
/** From the noon of today to that of the next Wednesday. */
const toWednesday = ((3 - new Date(noon).getUTCDay() + 7) % 7) * DAY
const started = Date.now()

/** The services' clock. It starts on a Wednesday at noon, because salons text from Tuesday to Saturday, 10 to 18. */
export const clock = () => new Date(noon + toWednesday + Date.now() - started)

export type App = Awaited<ReturnType<typeof startApp>>

/** Two services on one database, and the network that they send to. */
export interface Stage {
  sql: Database
  apps: [App, App]
  network: ProofNetwork
  /** The agency's sender, then two senders of salons. */
  senders: Sender[]
  /** What the network does with texts, by number. */
  plans: Map<string, (body: string) => AppliedFaults>
  /** `performance.now()` when staff resumed everything that was paused; null before. */
  resumedAt: number | null
}

/** One action and its response. */
export interface Answer {
  action: ActionName
  status: number
  /** `performance.now()` when the response was read. */
  at: number
  text: string
}

/** What can happen to a number; actions.ts implements each. */
export type ActionName =
  | 'inbound'
  | 'stop'
  | 'start'
  | 'reply'
  | 'claim'
  | 'receipt'
  | 'cancel'
  | 'pause'
  | 'erase'
  | 'import'
  | 'salonText'
  | 'salonStop'
  | 'salonStart'
  | 'salonInbound'
  | 'secondSend'
  | CampaignAction

/** What can happen to a client in a campaign of a salon; campaignActions.ts implements each. */
export type CampaignAction =
  | 'campaignSend'
  | 'campaignStart'
  | 'campaignPause'
  | 'campaignResume'
  | 'campaignCancel'
  | 'campaignList'
  | 'campaignApproval'
  | 'campaignStop'
  | 'campaignObjection'
  | 'campaignAnswer'
  | 'campaignSalonPause'
  | 'campaignSalonClose'

/** A text from the number, with a webhook that was answered with 200. */
interface Acknowledged {
  sid: string
  /** Address of the sender that it was sent to. */
  to: string
  body: string
  keyword: 'stop' | 'start' | null
  /** `performance.now()` when the response was read. */
  at: number
}

/** The number of a trial as the only client of a salon, in a running campaign. */
export interface ClientInCampaign {
  salonId: string
  sender: Sender
  clientId: string
  campaignId: string
  offerId: string
  /** Its offer waits in the outbox, or was sent 8 days ago and the reminder is due. */
  waitsFor: 'offer' | 'reminder'
  /** What the owner has approved for this campaign, as the client reads it. */
  approved: { offer: string; reminder: string }
  /** An uploaded list with a later visit of the client. */
  listId: string
  /** A later version that waits for the owner. */
  newVersion: { token: string; sha256: string } | null
}

/** One number and two concurrent actions on it. */
export interface Trial {
  pair: [ActionName, ActionName]
  random: Random
  phone: string
  name: string
  campaignId: string
  /** A reply that the network accepted without posting receipts; the receipt action posts one. */
  earlierReply: { id: string; sid: string } | null
  /** In trials with an action of a campaign. */
  client: ClientInCampaign | null
  answers: Answer[]
  acknowledged: Acknowledged[]
  /** Texts queued from senders of salons. */
  salonTexts: { id: string; body: string; from: string }[]
  replies: { body: string; status: number }[]
  erasures: (Erasure | { refused: string } | { crashed: string })[]
}

export const hasAction = ({ pair }: Trial, ...names: ActionName[]) =>
  pair.some((name) => names.includes(name))

export const isOfSalon = (name: ActionName) => name.startsWith('salon')

export const isOfCampaign = (name: ActionName) => name.startsWith('campaign')

/** The trial's client; only in trials with an action of a campaign. */
export const clientOf = ({ client }: Trial) => client as ClientInCampaign

/** The name of the pair, as in `--only`: `stop × claim`. */
export const pairOf = ({ pair }: Pick<Trial, 'pair'>) => pair.join(' × ')

/** A reply is tried four times while its author waits; four times busy would be a correct failure. */
const MAX_BUSY = 3

/** Accepts each text, at first answering busy with this probability. */
function usualPlan(random: Random, busyProbability: number): (body: string) => AppliedFaults {
  const busyAnswers = new Map<string, number>()
  return (body) => {
    const count = busyAnswers.get(body) ?? 0
    if (count === MAX_BUSY || !random.chance(busyProbability)) return acceptingPlan(random)
    busyAnswers.set(body, count + 1)
    return { response: { kind: 'busy', ms: random.between(0, 20) }, receipts: [] }
  }
}

/** Answers early or late, delivers three of four texts, and repeats some receipts. */
function acceptingPlan(random: Random): AppliedFaults {
  const isLate = random.chance(0.5)
  const isDelivered = random.chance(0.75)
  return {
    response: isLate ? { kind: 'delay', ms: random.between(1, 40) } : null,
    receipts: [
      ...(isDelivered ? [] : [{ kind: 'undelivered' as const, code: random.pick([30_003, 30_008]) }]),
      ...(random.chance(0.3) ? [{ kind: 'repeat' as const, times: 2 }] : []),
    ],
  }
}

/** Accepts the text and posts no receipts. */
export const acceptQuietly = (): AppliedFaults => ({ response: null, receipts: [{ kind: 'withhold' }] })

/** Actions that are possible on a number without a prospect. */
const withoutProspect: ActionName[] = [
  'inbound',
  'stop',
  'start',
  'reply',
  'import',
  'salonText',
  'salonStop',
  'salonStart',
  'salonInbound',
]

/**
 * Prepares what the actions of each trial need: a prospect with a queued first text, or in half of the possible trials an
 * unknown number; opt-outs before START; an earlier reply for a late receipt. Second texts are prepared before.
 */
export async function prepare(stage: Stage, trials: Trial[]): Promise<void> {
  for (const trial of trials) {
    const random = trial.random.fork('carrier')
    stage.plans.set(trial.phone, usualPlan(random, hasAction(trial, 'claim') ? 0.2 : 0))
  }
  const canBeUnknown = ({ pair }: Trial) =>
    pair.every((name) => withoutProspect.includes(name) || isOfCampaign(name))
  await addProspects(
    stage,
    trials.filter((trial) => !hasSecondText(trial) && (!canBeUnknown(trial) || trial.random.chance(0.5))),
  )
  const optedOut = trials.filter(
    (trial) => hasAction(trial, 'start', 'salonStart') && !trial.random.chance(0.4),
  )
  await Promise.all(optedOut.map((trial) => optOut(stage, trial)))
}

/** Sends STOP to one sender, sometimes to several. */
async function optOut({ apps, senders }: Stage, trial: Trial) {
  const { random, phone } = trial
  const salonsOnly = hasAction(trial, 'salonStart') && !hasAction(trial, 'start') && random.chance(0.5)
  const from = salonsOnly ? senders.slice(1) : senders
  for (const { address } of random.shuffle(from).slice(0, random.pick([1, 1, 2, 3]))) {
    const sid = messageSid()
    const params = inboundParams({ From: phone, Body: 'STOP', To: address, MessageSid: sid })
    const response = await postHook(apps[0].origin, '/api/webhooks/twilio/inbound', params)
    if (response.status !== 200) throw new Error(`preparing an opt-out: status ${response.status}`)
    trial.acknowledged.push({ sid, to: address, body: 'STOP', keyword: 'stop', at: performance.now() })
  }
}

const hasSecondText = (trial: Trial) => hasAction(trial, 'secondSend')

/** Sends the first texts of the trials with a second one, and dates them six days back. Nothing else may be due yet. */
export async function sendFirstTexts(stage: Stage, all: Trial[]): Promise<void> {
  const trials = all.filter(hasSecondText)
  if (trials.length === 0) return
  for (const { phone } of trials) stage.plans.set(phone, acceptQuietly)
  await addProspects(stage, trials, { template: `${SECOND_TEXT} Interested?`, afterDays: 5 })
  await stage.apps[0].worker.round()
  const { count } = await stage.sql`
    update messages set created_at = created_at - interval '6 days', accepted_at = accepted_at - interval '6 days'
    where campaign_id in ${stage.sql(trials.map(({ campaignId }) => campaignId))} and status = 'sent'`
  if (count !== trials.length) throw new Error(`${count} of ${trials.length} first texts were sent`)
}

/** How second texts begin, and how first texts do. */
export const SECOND_TEXT = 'Once more, {name}: Salonback here.'
export const FIRST_TEXT = 'Hi {name}, Salonback here.'

async function addProspects(
  stage: Stage,
  trials: Trial[],
  secondText?: { template: string; afterDays: number },
): Promise<void> {
  if (trials.length === 0) return
  const given = trials.map(({ name, phone }) => ({
    name,
    phone,
    category: 'Nail Salon',
    country: 'GB',
    phoneType: 'mobile',
  }))
  const prospects = await stage.sql<{ id: string; phone: string }[]>`
    insert into prospects ${stage.sql(given)} returning id, phone`
  const withReceipt = trials.filter((trial) => hasAction(trial, 'receipt'))
  await Promise.all(
    withReceipt.map(async (trial) => {
      trial.earlierReply = await sendEarlierReply(stage, trial)
    }),
  )
  const { id } = await stage.apps[0].staff.firstTexts.start({
    prospectIds: prospects.map((prospect) => prospect.id),
    template: `${FIRST_TEXT} Interested?`,
    basis: 'consent',
    ...(secondText && { secondText }),
  })
  await splitCampaign(stage, id, trials)
}

/** Gives each trial its own campaign. Starting the campaigns one by one would take a third of the suite's time. */
async function splitCampaign({ sql }: Stage, id: string, trials: Trial[]): Promise<void> {
  for (const trial of trials) trial.campaignId = trial === trials[0] ? id : randomUUID()
  const campaignIds = trials.map(({ campaignId }) => campaignId)
  const phones = trials.map(({ phone }) => phone)
  await sql`
    insert into campaigns (id, state, template, basis, created_by, created_at, watched_from, second_template, second_after_days)
    select one::uuid, state, template, basis, created_by, created_at, watched_from, second_template, second_after_days
    from campaigns, unnest(${campaignIds}::text[]) as one where id = ${id} and one::uuid <> id`
  await sql`
    update messages m set campaign_id = its.id::uuid
    from unnest(${campaignIds}::text[], ${phones}::text[]) as its (id, phone)
    where m.campaign_id = ${id} and m.phone = its.phone`
}

/** Dated nine days back; a recent reply would keep the number from getting a first text. */
async function sendEarlierReply({ sql, apps, plans }: Stage, { name, phone }: Trial) {
  const usual = plans.get(phone)
  plans.set(phone, acceptQuietly)
  const body = `Earlier, about ${name}`
  const { id } = await apps[0].staff.inbox.reply({ phoneNumber: phone, message: body })
  if (usual) plans.set(phone, usual)
  const [reply] = await sql<[{ sid: string }]>`
    update messages set created_at = created_at - interval '9 days', accepted_at = accepted_at - interval '9 days'
    where id = ${id} returning sid`
  return { id, sid: reply.sid }
}
