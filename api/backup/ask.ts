import { databaseNow } from '../db/now.ts'
import { retryOnDeadlock } from '../db/retryOnDeadlock.ts'
import type { Deps } from '../deps.ts'
import { backfill, findMissing } from '../messages/backfill.ts'
import type { CarrierRecord } from '../messages/carrier.ts'
import { recordReceipt } from '../messages/receipts.ts'
import { accept } from '../messages/transitions/accepted.ts'
import { recordFound } from './found.ts'
import {
  ASK_AFTER_MS,
  addQueued,
  countAsked,
  endLease,
  findRestored,
  keepOutcome,
  keepTrouble,
  leaseList,
  markListed,
  type RestoredState,
  renewLease,
  type ToAsk,
  takeToAsk,
} from './queries.ts'

/** Texts the carrier is asked about at once, and how often in one call. */
const AT_ONCE = 20
const BATCHES = 25
const DAY_MS = 24 * 3_600_000

type Asking = Pick<Deps, 'sql' | 'carrier' | 'clock' | 'log' | 'env'>

/**
 * After a restore, while nothing is sent: fetches what came in since the snapshot (an opt-out among it holds at once), asks
 * about every text that may have left since, and writes down what else went out. Goes on where it was interrupted, in
 * whichever process; does nothing where nothing was restored, or all was asked.
 */
export async function askAfterRestore(deps: Asking): Promise<void> {
  const { sql, clock, log } = deps
  const restored = await findRestored(sql)
  if (!restored || clock().getTime() < restored.restoredAt.getTime() + ASK_AFTER_MS) return
  try {
    if (!restored.receivedAt && !(await once(deps, () => receiveSince(deps, restored)))) return
    await addQueued(sql)
    for (let batch = 0; batch < BATCHES; batch++) if (!(await askAbout(deps))) break
    if (!restored.recordedAt && (await countAsked(sql)).left === 0)
      await once(deps, () => recordMissed(deps, restored))
    await keepTrouble(sql, null)
  } catch (error) {
    log.warn({ err: error }, 'the carrier could not be asked about what a restore left open')
    await keepTrouble(sql, 'The carrier does not answer')
  }
}

/** In one process at a time; false when another has it. */
async function once({ sql, clock }: Asking, steps: () => Promise<void>): Promise<boolean> {
  if (!(await leaseList(sql, databaseNow(sql, clock)))) return false
  try {
    await steps()
    return true
  } finally {
    await endLease(sql)
  }
}

/** The carrier's list goes by days, and its clock is its own. */
const aDayBefore = (at: Date) => new Date(at.getTime() - DAY_MS)

/** Texts that came in since the snapshot. */
async function receiveSince(deps: Asking, { takenAt }: RestoredState): Promise<void> {
  const { sql, clock } = deps
  await backfill(deps, aDayBefore(takenAt), () => renewLease(sql, databaseNow(sql, clock)))
  await markListed(sql, 'receivedAt', databaseNow(sql, clock))
}

/** What else we sent since: texts that were written after the snapshot, so that no row tells of them. */
async function recordMissed(deps: Asking, { takenAt }: RestoredState): Promise<void> {
  const { sql, carrier, clock, env } = deps
  for await (const page of carrier.list({ direction: 'outbound', since: aDayBefore(takenAt) })) {
    for (const text of await findMissing(deps, page)) await recordFound(sql, env, text)
    await renewLease(sql, databaseNow(sql, clock))
  }
  await markListed(sql, 'recordedAt', databaseNow(sql, clock))
}

/** Asks about the next few texts, those of one number one after the other. False when none was left to ask about. */
async function askAbout(deps: Asking): Promise<boolean> {
  const texts = await takeToAsk(deps.sql, databaseNow(deps.sql, deps.clock), AT_ONCE)
  const byNumber = new Map<string, ToAsk[]>()
  for (const text of texts) byNumber.set(text.phone, [...(byNumber.get(text.phone) ?? []), text])
  await Promise.all(
    [...byNumber.values()].map(async (ofOne) => {
      for (const text of ofOne) await askOne(deps, text)
    }),
  )
  return texts.length > 0
}

/** Found: it was sent, and never leaves again. Not found: it may leave when a person resumes, if it is still queued. */
async function askOne({ sql, carrier, clock }: Asking, text: ToAsk): Promise<void> {
  const found = await carrier
    .find({ to: text.phone, body: text.body, since: text.since })
    .catch(noneForUnreadable)
  // The oldest that is no other row's.
  for (const record of found.reverse()) {
    if (await adopt({ sql, clock }, text, record)) return keepOutcome(sql, text.id, 'sent')
  }
  await keepOutcome(sql, text.id, 'absent')
}

/** A number the carrier cannot read it has texted nobody at; waiting for another answer would hold all texts for ever. */
function noneForUnreadable(error: unknown): CarrierRecord[] {
  if (error instanceof Error && 'status' in error && error.status === 400) return []
  throw error
}

async function adopt({ sql, clock }: Pick<Asking, 'sql' | 'clock'>, { id }: ToAsk, record: CarrierRecord) {
  const now = clock()
  const acceptance = { id, sid: record.sid, segments: null, now, onlyNew: true }
  const taken = await retryOnDeadlock(sql, (open) => accept(open, acceptance))
  if (taken) await recordReceipt(sql, { ...record, messageId: id, raw: { asked: true } }, now)
  return taken
}
