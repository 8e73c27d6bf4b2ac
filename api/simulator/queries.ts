import { randomBytes } from 'node:crypto'
import { containing } from '../platform/db/containing.ts'
import type { Sql } from '../platform/db/open.ts'

/** A row of `simulator.texts`. `out`: from the service to the handset. */
export type Text = {
  id: number
  sid: string
  direction: 'out' | 'in'
  handset: string
  sender: string
  serviceSid: string | null
  body: string
  numMedia: number
  numSegments: number
  status: string
  errorCode: number | null
  statusCallback: string | null
  createdAt: Date
  updatedAt: Date
  sentAt: Date | null
}

export type NewText = Pick<Text, 'direction' | 'handset' | 'sender' | 'body' | 'numSegments' | 'status'> &
  Partial<Pick<Text, 'sid' | 'serviceSid' | 'numMedia' | 'statusCallback'>> & { at: Date; listed?: boolean }

export const newSid = (prefix: 'SM' | 'MM' | 'ME') => prefix + randomBytes(16).toString('hex')

/** Adds a text to a handset, which moves to the top of the list. A text from the service increases `unread`. */
export async function addText(sql: Sql, text: NewText): Promise<Text> {
  const { at, listed = true } = text
  const sid = text.sid ?? newSid(text.numMedia ? 'MM' : 'SM')
  const isInbound = text.direction === 'in'
  const [row] = await sql<[Text]>`
    with made as (
      insert into simulator.texts (sid, direction, handset, sender, service_sid, body, shown, num_media, num_segments,
        status, status_callback, created_at, updated_at, sent_at, listed)
      values (${sid}, ${text.direction}, ${text.handset}, ${text.sender}, ${text.serviceSid ?? null}, ${text.body},
        ${text.body}, ${text.numMedia ?? 0}, ${text.numSegments}, ${text.status}, ${text.statusCallback ?? null},
        ${at}, ${at}, ${isInbound ? at : null}, ${listed})
      returning *
    ), handset as (
      insert into simulator.handsets (number, last_text, last_at, unread)
      select handset, id, ${at}, ${isInbound ? 0 : 1} from made
      on conflict (number) do update set last_text = excluded.last_text, last_at = excluded.last_at,
        unread = case when ${isInbound} then 0 else simulator.handsets.unread + 1 end
    )
    select * from made`
  return row
}

export type Page = { to?: string; from?: string; before?: string; day?: Day; limit: number }
export type Day = { on?: string; until?: string; since?: string }

/** Messages in the carrier's API, newest first. `before` is a SID; `day` filters by the UTC day of sending. */
export async function listTexts(sql: Sql, { to, from, before, day = {}, limit }: Page): Promise<Text[]> {
  const at = sql`(sent_at at time zone 'UTC')::date`
  return sql<Text[]>`
    select * from simulator.texts
    where listed
      ${to ? sql`and case direction when 'out' then handset else sender end = ${to}` : sql``}
      ${from ? sql`and case direction when 'out' then sender else handset end = ${from}` : sql``}
      ${day.on ? sql`and ${at} = ${day.on}::date` : sql``}
      ${day.until ? sql`and ${at} <= ${day.until}::date` : sql``}
      ${day.since ? sql`and ${at} >= ${day.since}::date` : sql``}
      ${before ? sql`and id < (select id from simulator.texts where sid = ${before})` : sql``}
    order by id desc limit ${limit}`
}

/** A message in the carrier's API, or null. */
export async function findText(sql: Sql, sid: string): Promise<Text | null> {
  const [text] = await sql<Text[]>`select * from simulator.texts where sid = ${sid} and listed`
  return text ?? null
}

/** Empties the body in the carrier's API; the handset still shows it. */
export async function redactText(sql: Sql, sid: string, at: Date): Promise<void> {
  await sql`update simulator.texts set body = '', updated_at = ${at} where sid = ${sid}`
}

export async function hideText(sql: Sql, sid: string): Promise<void> {
  await sql`update simulator.texts set listed = false, body = '' where sid = ${sid}`
}

/** Cancels an unsent text; false if it was already sent. */
export async function cancelText(sql: Sql, sid: string, at: Date): Promise<boolean> {
  const canceled = await sql`
    update simulator.texts set status = 'canceled', updated_at = ${at}
    where sid = ${sid} and status in ('scheduled', 'accepted', 'queued') returning sid`
  if (canceled.length > 0) await sql`delete from simulator.steps where text_sid = ${sid} and done_at is null`
  return canceled.length > 0
}

export async function isBlocked(sql: Sql, handset: string, sender: string): Promise<boolean> {
  const rows = await sql`select 1 from simulator.blocks where handset = ${handset} and sender = ${sender}`
  return rows.length > 0
}

export async function block(sql: Sql, handset: string, sender: string, at: Date): Promise<void> {
  await sql`
    insert into simulator.blocks (handset, sender, at) values (${handset}, ${sender}, ${at}) on conflict do nothing`
}

/** Removes a block; false if there was none. */
export async function unblock(sql: Sql, handset: string, sender: string): Promise<boolean> {
  const rows = await sql`
    delete from simulator.blocks where handset = ${handset} and sender = ${sender} returning handset`
  return rows.length > 0
}

export type HandsetSummary = {
  number: string
  unread: number
  blocked: boolean
  body: string
  direction: 'out' | 'in'
  numMedia: number
  at: Date
}

/** Handsets by their last text, newest first. `search` matches digits of the number or words of that text. */
export async function listHandsets(sql: Sql, search: string, limit: number): Promise<HandsetSummary[]> {
  const digits = search.replace(/\D/g, '').replace(/^0+/, '')
  const like = containing(search.trim())
  return sql<HandsetSummary[]>`
    select h.number, h.unread, t.shown as body, t.direction, t.num_media, h.last_at as at,
      exists (select 1 from simulator.blocks b where b.handset = h.number) as blocked
    from simulator.handsets h join simulator.texts t on t.id = h.last_text
    where ${search.trim() === ''} or t.shown ilike ${like} or (${digits !== ''} and h.number like ${containing(digits)})
    order by h.last_text desc limit ${limit}`
}

export type HandsetText = Pick<Text, 'sid' | 'direction' | 'numMedia' | 'status' | 'errorCode'> & {
  body: string
  sender: string
  at: Date
  /** SIDs of pictures the owner sent. */
  media: string[]
}

/** Rendering thousands of texts would block the event loop. */
const LAST_TEXTS = 200

/** The last texts on a handset in both directions, oldest first. */
export async function handsetTexts(sql: Sql, number: string): Promise<HandsetText[]> {
  return sql<HandsetText[]>`
    select sid, direction, sender, shown as body, num_media, status, error_code, created_at as at,
      array(select m.sid from simulator.media m where m.text_sid = t.sid order by m.sid) as media
    from (select * from simulator.texts where handset = ${number} order by id desc limit ${LAST_TEXTS}) t
    order by id`
}

/** The sender that a handset replies to: the last one that texted it, else the last one that texted any handset. */
export async function lastSender(
  sql: Sql,
  number: string,
): Promise<{ sender: string; serviceSid: string | null } | null> {
  const [row] = await sql<{ sender: string; serviceSid: string | null }[]>`
    (select 0 as rank, id, sender, service_sid from simulator.texts
     where handset = ${number} and direction = 'out' order by id desc limit 1)
    union all
    (select 1, id, sender, service_sid from simulator.texts where direction = 'out' order by id desc limit 1)
    order by rank limit 1`
  return row ?? null
}

export async function markRead(sql: Sql, number: string): Promise<void> {
  await sql`update simulator.handsets set unread = 0 where number = ${number} and unread > 0`
}

export async function addMedia(
  sql: Sql,
  textSid: string,
  contentType: string,
  bytes: Buffer,
): Promise<string> {
  const sid = newSid('ME')
  await sql`
    insert into simulator.media (sid, text_sid, content_type, bytes) values (${sid}, ${textSid}, ${contentType}, ${bytes})`
  return sid
}

/** The pictures of a text, without their bytes. */
export const findMediaOf = (sql: Sql, textSid: string) => sql<{ sid: string; contentType: string }[]>`
  select sid, content_type from simulator.media where text_sid = ${textSid} order by sid`

export async function findMedia(
  sql: Sql,
  sid: string,
): Promise<{ contentType: string; bytes: Buffer } | null> {
  const [media] = await sql<{ contentType: string; bytes: Buffer }[]>`
    select content_type, bytes from simulator.media where sid = ${sid}`
  return media ?? null
}
