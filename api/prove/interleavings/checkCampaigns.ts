import type { Lags } from '../lags.ts'
import { lateCall } from '../lateCall.ts'
import { acceptedCalls, PUBLIC_URL } from '../network.ts'
import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import {
  type ActionName,
  type CampaignAction,
  clientOf,
  hasAction,
  isOfCampaign,
  pairOf,
  type Stage,
  type Trial,
} from './trial.ts'

/** A text of a campaign as the database holds it at the end. */
interface Stored {
  phone: string
  campaignId: string
  kind: 'offer' | 'reminder'
  status: string
  accepted: boolean
  reason: string | null
}

/** Campaigns of salons: every text once or with a reason, none after what forbids it, only approved words. */
export async function checkCampaigns(stage: Stage, trials: Trial[], lags: Lags): Promise<Row[]> {
  const ofCampaigns = trials.filter(({ pair }) => pair.some(isOfCampaign))
  const rows = await stage.sql<Stored[]>`
    select phone, campaign_id, kind, status, accepted_at is not null as accepted, error_message as reason
    from messages where kind in ('offer', 'reminder')`
  const storedFor = groupBy(rows, ({ phone }) => phone)
  return [
    onceEach(stage, ofCampaigns, storedFor),
    noneLost(ofCampaigns, storedFor),
    noneAfter(stage, ofCampaigns, lags),
    nonePaused(stage, ofCampaigns, lags),
    approvedWords(stage, ofCampaigns),
  ]
}

const fromSalon = ({ network }: Stage) => {
  const textsTo = groupBy(acceptedCalls(network), ({ to }) => to)
  return (trial: Trial) =>
    (textsTo.get(trial.phone) ?? []).filter(({ from }) => from === clientOf(trial).sender.address)
}

/** In the outbox per campaign, at the carrier over all campaigns: no client gets two texts in seven days. */
function onceEach(stage: Stage, trials: Trial[], storedFor: Map<string, Stored[]>): Row {
  const textsTo = fromSalon(stage)
  return countWrong(
    'a client gets one offer and one reminder of a campaign, and one text in 7 days',
    trials,
    (trial) => {
      const { phone } = trial
      const same = groupBy(storedFor.get(phone) ?? [], ({ campaignId, kind }) => `${campaignId} ${kind}`)
      const twice = [...same.values()].find((texts) => texts.length > 1)
      if (twice) return `${phone}: ${twice.length} texts of the kind ${twice[0]?.kind} are stored`
      // The offer of eight days ago comes before the reminder.
      const most = clientOf(trial).waitsFor === 'reminder' ? 2 : 1
      const count = textsTo(trial).length
      return count > most ? `${phone} got ${count} texts` : null
    },
    pairOf,
  )
}

/** Reasons for which each action may cancel a text. *Before it was sent*: a worker had claimed it. */
const cancels: Partial<Record<ActionName, RegExp>> = {
  stop: /opted out/i,
  campaignStop: /opted out/i,
  campaignStart: /^Texted in the last 7 days$/,
  campaignCancel: /^Canceled (by maya|with the others|before it was sent)$/,
  campaignList: /^Visited in the last 60 days$/,
  campaignObjection: /^Objected or withdrew consent$/,
  campaignAnswer: /^Answered or booked since the offer$|^Wrote to us$/,
  inbound: /^Wrote to us$/,
  campaignSalonClose: /^The salon is closed$|^Canceled (with the others|before it was sent)$/,
}

/** Actions after which no reminder is queued. */
const endReminders = ['stop', 'campaignStop', 'campaignAnswer'] as const
const endCampaign = ['campaignCancel', 'campaignSalonClose'] as const

function noneLost(trials: Trial[], storedFor: Map<string, Stored[]>): Row {
  return countWrong(
    'a text of a campaign of a salon is sent, or canceled for a reason that happened',
    trials.filter((trial) => !hasAction(trial, 'erase')),
    (trial) => {
      const { phone, pair } = trial
      const stored = storedFor.get(phone) ?? []
      const first = clientOf(trial)
      const isQueued = stored.some(
        ({ campaignId, kind }) => campaignId === first.campaignId && kind === first.waitsFor,
      )
      const mayEnd = first.waitsFor === 'reminder' && hasAction(trial, ...endReminders, ...endCampaign)
      if (!isQueued && !mayEnd) return `${phone}: the ${first.waitsFor} was never queued`
      const lost = stored.find(
        ({ accepted, status, reason }) =>
          !accepted && !(status === 'canceled' && pair.some((name) => cancels[name]?.test(reason ?? ''))),
      )
      return lost ? `${phone}: the ${lost.kind} is ${lost.status} (${lost.reason})` : null
    },
    pairOf,
  )
}

/** Actions after which no text of the trial's campaign may leave, once they are answered. */
const forbids: CampaignAction[] = [
  'campaignCancel',
  'campaignList',
  'campaignObjection',
  'campaignAnswer',
  'campaignSalonClose',
]

function noneAfter(stage: Stage, trials: Trial[], lags: Lags): Row {
  const callsTo = groupBy(stage.network.calls, ({ to }) => to)
  const cases = trials.flatMap((trial) =>
    trial.answers
      .filter(({ action, status }) => forbids.some((name) => name === action) && status === 200)
      .map((answer) => ({ trial, ...answer })),
  )
  return countWrong(
    'no text of a campaign leaves after its cancel, an objection, a visit, or the end of the salon',
    // A second campaign has the same words; only an answer and a cancel let it send.
    cases.filter(
      ({ trial, action }) =>
        !hasAction(trial, 'campaignStart') || !['campaignCancel', 'campaignAnswer'].includes(action),
    ),
    ({ trial, action, at }) => {
      const { sender, approved } = clientOf(trial)
      const calls = (callsTo.get(trial.phone) ?? []).filter(
        ({ from, body }) =>
          from === sender.address && (action !== 'campaignAnswer' || body === approved.reminder),
      )
      return lateCall(trial.phone, calls, at, lags)
    },
    ({ trial }) => pairOf(trial),
  )
}

function nonePaused(stage: Stage, trials: Trial[], lags: Lags): Row {
  const callsTo = groupBy(stage.network.calls, ({ to }) => to)
  const pausedAt = ({ answers }: Trial) =>
    answers.find(
      ({ action, status }) =>
        (action === 'campaignPause' || action === 'campaignSalonPause') && status === 200,
    )?.at
  return countWrong(
    'no text of a paused campaign or salon leaves before it is resumed',
    trials.filter(
      (trial) => pausedAt(trial) !== undefined && !hasAction(trial, 'campaignResume', 'campaignStart'),
    ),
    (trial) => {
      const { address } = clientOf(trial).sender
      const calls = (callsTo.get(trial.phone) ?? []).filter(
        ({ from, at }) => from === address && at < (stage.resumedAt ?? 0),
      )
      return lateCall(trial.phone, calls, pausedAt(trial) ?? 0, lags)
    },
    pairOf,
  )
}

/** Also of calls that the carrier did not accept. */
const bookingLink = new RegExp(`${PUBLIC_URL}/b/[a-z0-9]{10}`)

function approvedWords(stage: Stage, trials: Trial[]): Row {
  const trialOf = new Map(trials.map((trial) => [trial.phone, trial]))
  const salons = new Map(trials.map((trial) => [clientOf(trial).sender.address, clientOf(trial)]))
  return countWrong(
    'a campaign of a salon sends the version that it was started with, to its clients, from its sender',
    stage.network.calls.filter(
      ({ from, to, body }) => salons.has(from) || (trialOf.has(to) && /off/.test(body)),
    ),
    ({ from, to, body }) => {
      const client = trialOf.get(to)?.client
      if (client?.sender.address !== from) return `${to}: left from ${from}`
      const words = body.replace(bookingLink, '{link}')
      const isApproved = Object.values(client.approved).includes(words)
      const isEarly = words === client.approved.reminder && client.waitsFor === 'offer'
      return isApproved && !isEarly ? null : `${to}: “${body}”`
    },
    ({ to }) => pairOf(trialOf.get(to) ?? { pair: ['claim', 'claim'] }),
  )
}

/** Statuses that are correct for each action. 404: the client was erased; 410: the salon is closed. */
export const campaignStatuses: Record<CampaignAction, number[]> = {
  campaignSend: [200],
  campaignStart: [201, 409],
  campaignPause: [200, 409],
  campaignResume: [200, 409],
  campaignCancel: [200, 409],
  campaignList: [200, 409],
  campaignApproval: [200, 409, 410],
  campaignStop: [200],
  campaignObjection: [200, 404],
  campaignAnswer: [200],
  campaignSalonPause: [200, 409],
  campaignSalonClose: [200, 409],
}
