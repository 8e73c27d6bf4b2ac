import { reasonLabels } from '@salonback/shared/salons/clients/eligible.ts'
import { campaignPolicies } from '../campaignPolicies.ts'
import { deferClosed } from '../core/campaigns/deferClosed.ts'
import { finishCampaigns, reopenCampaigns } from '../core/campaigns/finish.ts'
import { queueLaterTexts } from '../core/campaigns/laterTexts.ts'
import { deletePendingAtCarrier } from '../core/messages/carrierDeletion.ts'
import type { CatchUp } from '../core/messages/catchUp.ts'
import { fetchPrices } from '../core/messages/prices.ts'
import { fetchMissingReceipts, reconcileUnknown } from '../core/messages/reconcile.ts'
import { expire } from '../core/messages/transitions/attempt.ts'
import { cancelEnded, cancelStrays } from '../core/messages/transitions/queued.ts'
import { checkAfterRestore } from '../core/restore/restoreCheck.ts'
import type { Deps } from '../deps.ts'
import type { Clock } from '../platform/context.ts'
import { databaseNow } from '../platform/db/now.ts'
import { sendMails } from '../platform/mail/sendMails.ts'
import { createEventSender } from '../platform/receivers/sendEvents.ts'
import { pauseUnusedBases } from '../sales/firstTexts/unusedBases.ts'
import { hashClearIds } from '../salons/appointments/clearIds.ts'
import { settleAppointments } from '../salons/appointments/settleAppointments.ts'
import { queueDayBefore } from '../salons/bookingTexts/queueDayBefore.ts'
import { notifyOwnersOfTexts } from '../salons/campaigns/notifyOwner.ts'
import { sendChasers } from '../salons/chasers/sendChasers.ts'
import { sendCollected } from '../salons/handover/sendCollected.ts'
import { countWaitingOffers } from '../salons/owner/countOffers.ts'
import { runProgrammes } from '../salons/programmes/runProgrammes.ts'
import { mailDailySummary } from './dailySummary.ts'
import { prune } from './prune.ts'

/** Interval of the chores that run in every round. */
export const ROUND_MS = 1000
const RECEIPTS_MS = 60_000
const LATER_TEXTS_MS = 60_000
const PRUNE_MS = 600_000
const CHASERS_MS = 600_000
const SUMMARY_MS = 300_000
const PRICES_MS = 24 * 3_600_000

interface Chore {
  name: string
  everyMs: number
  run(): Promise<unknown>
  /** Waits for work that `run` has started. */
  finish?(): Promise<unknown>
}

/** The chores of a lane run one after the other; the lanes run concurrently, because the carrier can be slow to answer. */
function lanesOf(deps: Deps, catchUp: CatchUp | null): Chore[][] {
  const { sql, clock, carrier, subscribers } = deps
  const presence: Chore[] = catchUp
    ? [
        { name: 'heartbeat', everyMs: ROUND_MS, run: catchUp.beat },
        { name: 'backfill', everyMs: ROUND_MS, run: catchUp.run },
      ]
    : []
  const outbox: Chore[] = [
    {
      name: 'expired leases',
      everyMs: ROUND_MS,
      run: () => expire(sql, subscribers, databaseNow(sql, clock), clock()),
    },
    { name: 'quiet hours', everyMs: ROUND_MS, run: () => deferClosed(deps, campaignPolicies) },
    ...campaignPolicies.map(({ later }) => ({
      name: later.kind,
      everyMs: LATER_TEXTS_MS,
      run: () => queueLaterTexts(deps, later),
    })),
    {
      name: 'ended campaigns',
      everyMs: ROUND_MS,
      run: () => cancelEnded(sql, deps.salons, reasonLabels.after_last_day, clock()),
    },
    { name: 'canceled campaigns', everyMs: ROUND_MS, run: () => cancelStrays(sql, clock()) },
    { name: 'reopened campaigns', everyMs: ROUND_MS, run: () => reopenCampaigns(sql, deps.salons) },
    { name: 'campaigns with a basis not used', everyMs: ROUND_MS, run: () => pauseUnusedBases(sql) },
    {
      name: 'finished campaigns',
      everyMs: ROUND_MS,
      run: () => finishCampaigns(sql, campaignPolicies, clock()),
    },
    { name: 'reminders to owners', everyMs: CHASERS_MS, run: () => sendChasers(deps) },
    { name: 'owners of late texts', everyMs: CHASERS_MS, run: () => notifyOwnersOfTexts(deps) },
    { name: 'ids with numbers', everyMs: PRUNE_MS, run: () => hashClearIds(sql, deps.env) },
    { name: 'appointments', everyMs: ROUND_MS, run: () => settleAppointments(deps) },
    { name: 'programmes', everyMs: CHASERS_MS, run: () => runProgrammes(deps) },
    { name: 'collected hand-overs', everyMs: CHASERS_MS, run: () => sendCollected(deps) },
    { name: 'reminders of appointments', everyMs: LATER_TEXTS_MS, run: () => queueDayBefore(deps) },
    { name: 'old rows', everyMs: PRUNE_MS, run: () => prune(sql, clock()) },
  ]
  const lookUps: Chore[] = [
    { name: 'restore', everyMs: ROUND_MS, run: () => checkAfterRestore(deps) },
    { name: 'unknown texts', everyMs: ROUND_MS, run: () => reconcileUnknown(deps) },
    { name: 'prices', everyMs: PRICES_MS, run: () => fetchPrices(deps) },
    { name: 'missing receipts', everyMs: RECEIPTS_MS, run: () => fetchMissingReceipts(deps) },
  ]
  const deletions: Chore[] = [
    {
      name: 'deletions at the carrier',
      everyMs: PRUNE_MS,
      run: () => deletePendingAtCarrier(sql, carrier, clock()),
    },
  ]
  const atCarrier = [...lookUps, ...(carrier.simulated ? [] : deletions)]
  // Counting 50,000 clients takes seconds, and no other chore may wait for it.
  const counts: Chore[] = [
    { name: 'counts of offers', everyMs: ROUND_MS, run: () => countWaitingOffers(deps) },
  ]
  // A mail server may answer slowly.
  const mails: Chore[] = [
    { name: 'e-mail', everyMs: ROUND_MS, run: () => sendMails(deps) },
    { name: 'daily summary', everyMs: SUMMARY_MS, run: () => mailDailySummary(deps) },
  ]
  // A receiver may hang: the round does not wait for it.
  const { start, finish } = createEventSender(deps)
  const events: Chore[] = [{ name: 'events', everyMs: ROUND_MS, run: start, finish }]
  return [presence, mails, events, outbox, carrier.missing ? [] : atCarrier, counts]
}

export interface Chores {
  /** Starts the lanes that have due chores and are not running. */
  startDue(): void
  /** Runs the due chores, and always those of every round, lane by lane. For tests. */
  runRound(): Promise<void>
  /** Starts no further chore and waits for the running ones. */
  stop(): Promise<void>
}

/** The worker's periodic chores. A chore that fails is logged and runs again at its next interval. */
export function createChores(deps: Deps, catchUp: CatchUp | null): Chores {
  const { clock, log } = deps
  let stopped = false
  const lanes = lanesOf(deps, catchUp).map((chores) => ({
    chores: chores.map((chore) => ({ ...chore, isDue: every(chore.everyMs, clock) })),
    running: null as Promise<void> | null,
  }))

  async function runLane({ chores }: (typeof lanes)[number], always = false) {
    for (const { name, everyMs, run, isDue } of chores) {
      if (stopped) return
      if (!isDue() && !(always && everyMs <= ROUND_MS)) continue
      try {
        await run()
      } catch (error) {
        log.error({ err: error, chore: name }, 'a chore failed and will run again')
      }
    }
  }

  const finish = ({ chores }: Pick<(typeof lanes)[number], 'chores'>) =>
    Promise.all(chores.map((chore) => chore.finish?.()))

  return {
    startDue() {
      for (const lane of lanes) {
        lane.running ??= runLane(lane).finally(() => {
          lane.running = null
        })
      }
    },
    async runRound() {
      for (const lane of lanes) {
        await runLane(lane, true)
        await finish(lane)
      }
    },
    async stop() {
      stopped = true
      await Promise.all(lanes.map(({ running }) => running))
      await Promise.all(lanes.map(finish))
    },
  }
}

/** Whether the interval is over. A clock that was set back counts as over: otherwise the chore would wait for it. */
function every(ms: number, clock: Clock): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock().getTime()
    if (now >= last && now < last + ms) return false
    last = now
    return true
  }
}
