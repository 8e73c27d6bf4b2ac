import { systemActor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import type { Database, Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import type { PhoneKeys } from '../../platform/privacy/hash.ts'
import { findPerson } from '../../platform/privacy/person.ts'
import { removeTraces } from '../../platform/privacy/removal.ts'
import { findTraces, type Trace } from '../../platform/privacy/traces.ts'
import type { Carrier } from '../messages/carrier.ts'
import {
  deletePendingAtCarrier,
  findPendingDeletions,
  savePendingDeletions,
} from '../messages/carrierDeletion.ts'
import {
  deleteHiddenLists,
  findUnconfirmed,
  isBeingTexted,
  keepOnlyHash,
  lockPerson,
  preventRetry,
  type UnconfirmedText,
  unlockOffers,
} from './queries.ts'

export interface Erasure {
  /** Rows about the person, by table. */
  erased: Record<string, number>
  /** Rows about others from which the number was removed, by table. */
  redacted: Record<string, number>
  /** Texts deleted at the carrier, including those of earlier erasures. */
  deleted: number
  /** Texts that could not be looked up at the carrier, which may still have them. */
  unsure: number
  /** Texts still to be deleted at the carrier; retried by the service and by later erasures. */
  pending: number
}

interface Erase {
  phone: string
  /** E-mail addresses that count as the person's. */
  emails?: string[]
  now: Date
}

/** Nothing was erased; the message is user-facing. */
export class ErasureRefused extends Error {}

/**
 * Erases everything about a number, here and at the carrier, except a keyed hash that keeps it suppressed. Without a
 * carrier (simulated network or no credentials) the sids are kept for a later run. Throws ErasureRefused while a text to
 * the number is on its way.
 */
export async function erase(
  sql: Database,
  keys: PhoneKeys,
  carrier: Pick<Carrier, 'find' | 'deleteText'> | null,
  request: Erase,
): Promise<Erasure> {
  const { phone, now } = request
  await retryOnDeadlock(sql, (open) => keepOnlyHash(open, keys, phone, now))
  if (await isBeingTexted(sql, phone)) throw beingSent()
  const unconfirmed = await findUnconfirmed(sql, phone)
  const found = carrier
    ? await findAtCarrier(carrier, phone, unconfirmed)
    : { sids: [], unsure: unconfirmed.length }
  const traces = await retryOnDeadlock(sql, async (open) => {
    // First, because its lock serialises erasures. Repeated, because a START may have lifted it.
    await keepOnlyHash(open, keys, phone, now)
    await lockPerson(open, phone)
    return eraseTraces(open, request, { simulated: carrier === null, foundSids: found.sids })
  })
  const { deleted } = carrier ? await deletePendingAtCarrier(sql, carrier, now) : { deleted: 0 }
  const pending = (await findPendingDeletions(sql)).length
  return { ...countsOf(traces), deleted, pending, unsure: found.unsure }
}

/** Sids of unknown texts found at the carrier, to be deleted there too. */
async function findAtCarrier(carrier: Pick<Carrier, 'find'>, phone: string, unconfirmed: UnconfirmedText[]) {
  const sids: string[] = []
  let unsure = 0
  const look = ({ sender, body, attemptedAt: since }: UnconfirmedText) =>
    carrier.find({ sender, to: phone, body, since }).then(
      (records) => void sids.push(...records.map(({ sid }) => sid)),
      () => void unsure++,
    )
  await Promise.all(unconfirmed.map(look))
  return { sids, unsure }
}

async function eraseTraces(
  sql: Sql,
  { phone, emails, now }: Erase,
  { simulated, foundSids }: { simulated: boolean; foundSids: string[] },
): Promise<Trace[]> {
  const person = await findPerson(sql, phone, emails)
  const traces = await findTraces(sql, person, { lock: true })
  if (traces.some(({ own, row }) => own && row.status === 'sending')) throw beingSent()
  refuseWhileCampaignNamesIt(traces)
  await savePendingDeletions(sql, [...sidsOf(traces), ...foundSids], { now, simulated })
  if (namesApprovedOffer(traces)) await unlockOffers(sql, () => removeTraces(sql, traces))
  else await removeTraces(sql, traces)
  await deleteHiddenLists(sql)
  await preventRetry(sql, idsOfRewritten(traces))
  await audit(sql, {
    actor: systemActor('command line'),
    action: 'privacy.erase',
    detail: { ...countsOf(traces) },
  })
  return traces
}

const beingSent = () =>
  new ErasureRefused(
    'A text to this number is being sent right now. Nothing more will be sent; try again in a minute.',
  )

/** Throws if the template of a running campaign contains the number: it would send `[erased]` to others. */
function refuseWhileCampaignNamesIt(traces: Trace[]): void {
  const named = traces.filter(({ table, own }) => !own && table === 'public.campaigns')
  const why = 'The text of an unfinished campaign contains this number. Cancel the campaign first.'
  if (named.some(({ row }) => row.state === 'running' || row.state === 'paused'))
    throw new ErasureRefused(why)
}

/** An offer with the number in its text. Its hash then differs, so no campaign sends it. */
const namesApprovedOffer = (traces: Trace[]) =>
  traces.some(({ table, row }) => table === 'public.offers' && row.state === 'approved')

const textsOf = (traces: Trace[]) => traces.filter(({ table }) => table === 'public.messages')

/** Includes texts to others that contain the number. */
function sidsOf(traces: Trace[]): string[] {
  const receipts = traces.filter(({ table, own }) => own && table === 'public.receipts')
  const sids = [...textsOf(traces), ...receipts].map(({ row }) => String(row.sid))
  return [...new Set(sids.filter((sid) => /^[A-Z]{2}[0-9a-f]{32}$/i.test(sid)))]
}

const idsOfRewritten = (traces: Trace[]) =>
  textsOf(traces).flatMap(({ changes, row }) => (changes ? [String(row.id)] : []))

/** Rows by table, with readable names. */
function countsOf(traces: Trace[]): Pick<Erasure, 'erased' | 'redacted'> {
  const counts = { erased: {} as Record<string, number>, redacted: {} as Record<string, number> }
  for (const { table, own } of traces) {
    const kind = own ? counts.erased : counts.redacted
    const name = table.replace(/^public\./, '')
    kind[name] = (kind[name] ?? 0) + 1
  }
  return counts
}
