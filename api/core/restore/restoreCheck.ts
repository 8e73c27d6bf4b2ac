import type { Deps } from '../../deps.ts'
import { databaseNow } from '../../platform/db/now.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { backfill, findMissing } from '../messages/backfill.ts'
import type { CarrierRecord } from '../messages/carrier.ts'
import { recordReceipt } from '../messages/receipts.ts'
import { findSenders } from '../messages/senders.ts'
import { accept } from '../messages/transitions/accepted.ts'
import {
  addQueued,
  CHECK_AFTER_MS,
  claimLookUps,
  countLookUps,
  findRestored,
  type LookUp,
  markListed,
  type RestoredState,
  renewListLease,
  saveOutcome,
  saveTrouble,
  withListLease,
} from './queries.ts'
import { recordSentText } from './recordSentText.ts'

/** Concurrent look-ups, and batches per call. */
const AT_ONCE = 20
const BATCHES = 25
const DAY_MS = 24 * 3_600_000

type CheckDeps = Pick<Deps, 'sql' | 'carrier' | 'clock' | 'log' | 'env' | 'subscribers'>

/**
 * After a restore, while sending is stopped: backfills inbound texts since the snapshot, looks up every text that may have
 * been sent since, and records sent texts that the database does not know. Resumable, in any process.
 */
export async function checkAfterRestore(deps: CheckDeps): Promise<void> {
  const { sql, clock, log } = deps
  const restored = await findRestored(sql)
  if (!restored || clock().getTime() < restored.restoredAt.getTime() + CHECK_AFTER_MS) return
  try {
    if (!restored.receivedAt && !(await once(deps, () => receiveSince(deps, restored)))) return
    await addQueued(sql)
    for (let batch = 0; batch < BATCHES; batch++) if (!(await lookUpNext(deps))) break
    if (!restored.recordedAt && (await countLookUps(sql)).left === 0)
      await once(deps, () => recordSentTexts(deps, restored))
    await saveTrouble(sql, null)
  } catch (error) {
    log.warn({ err: error }, 'the check after a restore failed')
    await saveTrouble(sql, 'The carrier does not answer')
  }
}

const once = ({ sql, clock }: CheckDeps, steps: () => Promise<void>) =>
  withListLease(sql, () => databaseNow(sql, clock), steps)

/** The carrier's list is by day, and its clock may differ. */
const aDayBefore = (at: Date) => new Date(at.getTime() - DAY_MS)

/** Backfills inbound texts since the snapshot. */
async function receiveSince(deps: CheckDeps, { takenAt }: RestoredState): Promise<void> {
  const { sql, clock } = deps
  await backfill(deps, aDayBefore(takenAt), async () => {
    await renewListLease(sql, databaseNow(sql, clock))
  })
  await markListed(sql, 'receivedAt', databaseNow(sql, clock))
}

/** Records texts sent after the snapshot that have no row. */
async function recordSentTexts(deps: CheckDeps, { takenAt }: RestoredState): Promise<void> {
  const { sql, carrier, clock } = deps
  for (const sender of await findSenders(sql)) {
    const wanted = { sender, direction: 'outbound', since: aDayBefore(takenAt) } as const
    for await (const page of carrier.list(wanted)) {
      for (const text of await findMissing(deps, page)) await recordSentText(deps, sender, text)
      await renewListLease(sql, databaseNow(sql, clock))
    }
  }
  await markListed(sql, 'recordedAt', databaseNow(sql, clock))
}

/** Looks up the next texts, those of one number in order. False if none are left. */
async function lookUpNext(deps: CheckDeps): Promise<boolean> {
  const texts = await claimLookUps(deps.sql, databaseNow(deps.sql, deps.clock), AT_ONCE)
  const byNumber = new Map<string, LookUp[]>()
  for (const text of texts) byNumber.set(text.phone, [...(byNumber.get(text.phone) ?? []), text])
  await Promise.all(
    [...byNumber.values()].map(async (ofOne) => {
      for (const text of ofOne) await lookUp(deps, text)
    }),
  )
  return texts.length > 0
}

/** Found: the text was sent. Not found: a queued text can be sent after staff resume. */
async function lookUp(deps: CheckDeps, text: LookUp): Promise<void> {
  const { sql, carrier } = deps
  const { sender, phone: to, body, since } = text
  const found = await carrier.find({ sender, to, body, since }).catch(noneForInvalidNumber)
  // The oldest match that no other row has.
  for (const record of found.reverse()) {
    if (await adopt(deps, text, record)) return saveOutcome(sql, text.id, 'sent')
  }
  await saveOutcome(sql, text.id, 'absent')
}

/** Numbers that the carrier rejects as invalid cannot have been texted. */
function noneForInvalidNumber(error: unknown): CarrierRecord[] {
  if (error instanceof Error && 'status' in error && error.status === 400) return []
  throw error
}

async function adopt({ sql, clock, subscribers }: CheckDeps, { id }: LookUp, record: CarrierRecord) {
  const now = clock()
  const acceptance = { id, sid: record.sid, segments: null, now, onlyNew: true }
  const taken = await retryOnDeadlock(sql, (open) => accept(open, subscribers, acceptance))
  if (taken)
    await recordReceipt({ sql, subscribers }, { ...record, messageId: id, raw: { asked: true } }, now)
  return taken
}
