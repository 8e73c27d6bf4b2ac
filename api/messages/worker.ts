import { askAfterRestore } from '../backup/ask.ts'
import { finishCampaigns } from '../campaigns/watch.ts'
import { databaseNow } from '../db/now.ts'
import { isConnectionLoss } from '../db/open.ts'
import { prune } from '../db/prune.ts'
import type { Clock, Deps } from '../deps.ts'
import { foldFigures } from '../metrics/fold.ts'
import { deletePendingAtCarrier } from '../privacy/carrierDeletion.ts'
import { createAcceptTogether } from './acceptTogether.ts'
import { createCatchUp } from './catchUp.ts'
import { claimDue } from './claim.ts'
import { deferClosed } from './defer.ts'
import { type Stopwatch, stopwatch } from './fence.ts'
import { createPreSendCheck } from './preSendCheck.ts'
import { fetchMissingReceipts, reconcileUnknown } from './reconcile.ts'
import { sendClaimed } from './send.ts'
import { expire } from './transitions/attempt.ts'
import { type ClaimedText, cancelStrays } from './transitions/queued.ts'

/** Carrier calls at once; texts beyond that stay queued for the next round, whatever the rate allows. */
const MAX_CALLS = 50
/** Claimed texts without a written outcome: where the database writes slower than the carrier answers, claiming waits. */
const MAX_UNWRITTEN = 150
/** Calls that must have ended before more is claimed at once: a claim costs as much for one text as for ten. */
const CLAIM_AT_LEAST = 10
const IDLE_MS = 1000
const BUSY_MS = 100
/** What is not folded yet is looked up by everybody who reads the figures. */
const FOLD_EVERY_MS = 250
const RECEIPTS_EVERY_MS = 60_000
const PRUNE_EVERY_MS = 600_000

export interface Worker {
  start(): Promise<void>
  /** Claims nothing more and waits for the carrier calls under way. */
  stop(): Promise<void>
  /** One round: abandoned texts, unknown texts, due texts. Resolves when its carrier calls have ended. Returns texts claimed. */
  round(): Promise<number>
}

/** Whether the interval is over. A clock set back counts as over: otherwise nothing would run until it has caught up. */
function every(ms: number, clock: Clock): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock().getTime()
    if (now >= last && now < last + ms) return false
    last = now
    return true
  }
}

/**
 * Sends what is due. Any number of workers, in any number of processes, share the work and the rate. One of a process
 * that takes the carrier's webhooks (`listens`) also fetches the texts that none was there to take.
 */
export function createWorker(deps: Deps, { listens = false } = {}): Worker {
  const { sql, listener, clock, log, carrier } = deps
  const calls = new Set<string>()
  const inFlight = new Set<Promise<unknown>>()
  const catchUp = listens && !carrier.missing ? createCatchUp(deps) : null
  const together = { check: createPreSendCheck(deps), accept: createAcceptTogether(deps) }
  /** The last claim took as many as it might: there may be more. */
  let mayBeMore = false
  let running = false
  let stopped = false
  let reconciling: Promise<void> | undefined
  let folding: Promise<void> | undefined
  let beating: Promise<void> | undefined
  let catching: Promise<void> | undefined
  let wake: () => void = () => undefined
  let loop: Promise<void> = Promise.resolve()
  const receiptsDue = every(RECEIPTS_EVERY_MS, clock)
  const pruneDue = every(PRUNE_EVERY_MS, clock)

  const room = () => Math.min(MAX_CALLS - calls.size, MAX_UNWRITTEN - inFlight.size)
  const goesOn = () => mayBeMore && room() >= CLAIM_AT_LEAST

  async function claimAndSend(): Promise<number> {
    // Claiming without free capacity would lease texts that nobody sends, and requeue them endlessly.
    const most = room()
    mayBeMore = false
    if (carrier.missing || most <= 0 || catchUp?.hasBegun() === false) return 0
    const texts = await claimDue(deps, most)
    mayBeMore = texts.length === most
    for (const text of texts) send(text)
    return texts.length
  }

  function send(text: ClaimedText) {
    const call = `${text.id} ${text.attempts}`
    calls.add(call)
    const answered = () => {
      if (calls.delete(call) && goesOn()) wake()
    }
    const sending = sendClaimed(deps, text, { ...together, answered })
      // A database that failed us here leaves the row `sending`; its lease makes it unknown, never sent twice.
      .catch((error) => log.error({ err: error, text: text.id }, 'a text has no outcome written'))
      .finally(() => {
        inFlight.delete(sending)
        answered()
      })
    inFlight.add(sending)
  }

  /** Each step by itself: one that fails or waits must not keep texts from being sent. */
  async function maintain() {
    await attempt(() => expire(sql, databaseNow(sql, clock), clock()))
    await attempt(() => deferClosed(deps))
    await attempt(() => cancelStrays(sql, clock()))
    await attempt(() => finishCampaigns(sql))
  }

  async function attempt(step: () => Promise<unknown>) {
    try {
      await step()
    } catch (error) {
      log.error({ err: error }, 'the outbox stumbled; trying again')
    }
  }

  /** Asks the carrier what became of texts, beside the sending: it may take long to answer, or not answer at all. */
  function reconcile(): Promise<void> {
    reconciling ??= reconcileAll()
      .catch((error) => log.error({ err: error }, 'what became of texts could not be asked'))
      .finally(() => {
        reconciling = undefined
      })
    return reconciling
  }

  /** Beside the sending as well: after an import or the start of a campaign there is a lot to add up. */
  function fold(): Promise<void> {
    folding ??= attempt(() => foldFigures(sql)).finally(() => {
      folding = undefined
    })
    return folding
  }

  /** Beside all else: a process that is late to say so counts as one that missed texts. */
  function beat(): Promise<void> {
    if (!catchUp) return Promise.resolve()
    beating ??= attempt(catchUp.beat).finally(() => {
      beating = undefined
    })
    return beating
  }

  function fetchMissed(): Promise<void> {
    if (!catchUp || stopped) return Promise.resolve()
    catching ??= attempt(catchUp.run).finally(() => {
      catching = undefined
    })
    return catching
  }

  async function reconcileAll() {
    if (!carrier.missing) await askAfterRestore(deps)
    if (!carrier.missing) await reconcileUnknown(deps)
    await pruneWhenDue()
    if (carrier.missing || stopped || !receiptsDue()) return
    await fetchMissingReceipts(deps)
  }

  async function pruneWhenDue() {
    if (stopped || !pruneDue()) return
    await prune(sql, clock())
    if (!carrier.simulated) await deletePendingAtCarrier(sql, carrier, clock())
  }

  async function run() {
    let sinceMaintained: Stopwatch = () => IDLE_MS
    let sinceFolded: Stopwatch = () => FOLD_EVERY_MS
    await beat()
    while (running) {
      let claimed = 0
      if (sinceMaintained() >= IDLE_MS) {
        sinceMaintained = stopwatch()
        void beat().then(fetchMissed)
        await maintain()
        void reconcile()
      }
      if (sinceFolded() >= FOLD_EVERY_MS) {
        sinceFolded = stopwatch()
        void fold()
      }
      await attempt(async () => {
        claimed = await claimAndSend()
      })
      if (running && !goesOn()) await pause(claimed > 0 || room() <= 0 ? BUSY_MS : IDLE_MS)
    }
  }

  function pause(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    async start() {
      running = true
      // When this connection is lost the driver reconnects by itself; until then the outbox is polled every second.
      const listening = await listener
        ?.listen('outbox', () => wake())
        .catch((error: unknown) => {
          if (!isConnectionLoss(error)) throw error
          return null
        })
      loop = run().finally(() => listening?.unlisten().catch(() => undefined))
    },
    async stop() {
      running = false
      stopped = true
      catchUp?.interrupt()
      wake()
      await loop
      await Promise.all([...inFlight, reconciling, folding, beating, catching])
      if (catchUp) await attempt(catchUp.stop)
    },
    async round() {
      await beat()
      await fetchMissed()
      await maintain()
      await reconcile()
      await fold()
      const claimed = await claimAndSend()
      await Promise.all(inFlight)
      return claimed
    },
  }
}
