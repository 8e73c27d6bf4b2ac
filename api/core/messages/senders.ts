import type { Env } from '../../env.ts'
import { type Database, inTransaction, type Sql } from '../../platform/db/open.ts'
import { StartFault } from '../../platform/db/startupRetry.ts'

/** An address at the carrier. */
export interface SenderAddress {
  kind: 'number' | 'messaging_service'
  /** E.164, or the id of a Messaging Service. */
  address: string
}

/** A number or Messaging Service that texts leave from and arrive at. */
export interface Sender extends SenderAddress {
  id: string
  /** Owner of its conversations; null: the agency. */
  salonId: string | null
}

const columns = (sql: Sql) => sql`id, kind, address, salon_id`

/** The sender that the settings name; null without a carrier. */
export function configuredAddress(env: Env): SenderAddress | null {
  if (env.TWILIO_MESSAGING_SERVICE_SID)
    return { kind: 'messaging_service', address: env.TWILIO_MESSAGING_SERVICE_SID }
  return env.TWILIO_FROM_NUMBER ? { kind: 'number', address: env.TWILIO_FROM_NUMBER } : null
}

/** The agency's sender in use. */
export async function findAgencySender(sql: Sql): Promise<Sender> {
  const [sender] = await sql<[Sender]>`select ${columns(sql)} from senders where id = agency_sender()`
  return sender
}

/** All senders that texts can arrive at. */
export function findSenders(sql: Sql): Promise<Sender[]> {
  return sql<Sender[]>`select ${columns(sql)} from senders where address <> '' order by address`
}

/** A sender with what the doctor checks. */
export interface SenderInUse extends Sender {
  /** False for a former sender of the agency. */
  current: boolean
  stoppedReason: string | null
}

/** The senders of agency and salons, and former ones of the agency with texts since then. */
export function findSendersInUse(sql: Sql, since: Date): Promise<SenderInUse[]> {
  return sql<SenderInUse[]>`
    select * from (
      select ${columns(sql)}, stopped_reason, salon_id is not null or id = agency_sender() as current from senders
      where address <> ''
    ) s
    where current or exists (select 1 from messages m where m.sender_id = s.id and m.created_at > ${since})
    order by salon_id nulls first, current desc, address`
}

/**
 * Makes the sender of the settings the agency's. A changed setting adds a row, so that old texts keep the number they left
 * from; what is still queued leaves from the new one. Throws StartFault if a salon has this address.
 */
export async function chooseAgencySender(sql: Database, env: Env): Promise<void> {
  const wanted = configuredAddress(env)
  if (!wanted || (await findAgencySender(sql)).address === wanted.address) return
  await inTransaction(sql, async (open) => {
    await open`lock table senders in share row exclusive mode`
    // The first start with a carrier gives the sender that the schema starts with its address.
    const named = await open`
      update senders set ${open({ ...wanted })}, chosen_at = now()
      where address = '' and not exists (select 1 from senders s where s.address = ${wanted.address})`
    if (named.count > 0) return
    const [chosen] = await open<{ id: string }[]>`
      insert into senders (kind, address, chosen_at) values (${wanted.kind}, ${wanted.address}, now())
      on conflict (address) do update set chosen_at = now() where senders.salon_id is null
      returning id`
    if (!chosen) throw new StartFault(`${settingOf(wanted)}: a salon has the sender ${wanted.address}`)
    await open`
      update messages set sender_id = ${chosen.id} where status = 'queued' and salon_id is null and sender_id <> ${chosen.id}`
    await open`
      update campaigns set sender_id = ${chosen.id}
      where state in ('running', 'paused') and sender_id in (select id from senders where salon_id is null)`
  })
}

const settingOf = ({ kind }: SenderAddress) =>
  kind === 'number' ? 'TWILIO_FROM_NUMBER' : 'TWILIO_MESSAGING_SERVICE_SID'

/** The sender of a text that is queued again: a changed one of the agency applies from then on. */
export const senderWhenRequeued = (sql: Sql) =>
  sql`case when salon_id is null then agency_sender() else sender_id end`
