import type { Database } from '../db/open.ts'
import { findLeads } from '../leads/queries.ts'
import { countInbox, findInboxPage, SCAN, streamReceived } from '../messages/inboxPages.ts'
import {
  findConversationHead,
  findConversationMessages,
  findKnownNumber,
  findOptOut,
  findOptOuts,
  findUnknown,
} from '../messages/queries.ts'
import { findReached } from '../metrics/queries.ts'
import { HASH_KEY, SENDER } from '../testing/start.ts'
import { findResponses } from '../waitlist/queries.ts'

/** One of the console's reads: where the API answers it, and the SQL it stands on. */
export interface Read {
  path: string
  sql: (sql: Database) => Promise<unknown>
}

export const TALKER = '+447900000001'
const KEYS = { PHONE_HASH_KEY: HASH_KEY, PHONE_HASH_KEY_PREVIOUS: undefined }

async function conversation(sql: Database) {
  const phone = (await findKnownNumber(sql, TALKER)) ?? ''
  return Promise.all([
    findConversationHead(sql, phone),
    findOptOut(sql, KEYS, phone),
    findConversationMessages(sql, phone, SENDER),
  ])
}

async function allReceived(sql: Database) {
  let json = ''
  for await (const texts of streamReceived(sql)) json += `${json && ','}${texts}`
  return `[${json}]`
}

const page = (search: string, filter: 'all' | 'review' = 'all'): Read => ({
  path: `/api/admin/inbound-sms/page?filter=${filter}&search=${search}`,
  sql: (sql) => findInboxPage(sql, { filter, search, limit: 50 }),
})

/** As the console asks for them. */
export const PAGE = 20_000

export const reachedRead: Read = {
  path: `/api/admin/sms-metrics/contacted?limit=${PAGE}`,
  sql: (sql) => findReached(sql, { step: 'contacted', limit: PAGE }),
}

export const listReads: Record<string, Read> = {
  conversation: { path: `/api/admin/conversation/${encodeURIComponent(TALKER)}`, sql: conversation },
  leads: { path: '/api/admin/leads', sql: findLeads },
  waitlist: { path: '/api/admin/waitlist-responses', sql: findResponses },
  'opt-outs': { path: '/api/admin/opt-outs', sql: findOptOuts },
  'unknown texts': { path: '/api/admin/unknown-sms', sql: findUnknown },
  'all received texts': { path: '/api/admin/inbound-sms', sql: allReceived },
}

export const inboxReads: Record<string, Read> = {
  'first screen': page(''),
  'what needs review': page('', 'review'),
  counts: { path: '/api/admin/inbound-sms/counts', sql: countInbox },
  'a search that finds much': page('letters'),
  [`a search that finds nothing in ${SCAN.toLocaleString('en')}`]: page('nobody'),
}
