import { findNumber } from '../core/inbox/findNumber.ts'
import { findOptOut, findOptOuts } from '../core/inbox/optOuts.ts'
import { countInbox, findInboxPage, SCAN, streamReceived } from '../core/inbox/pages.ts'
import { findConversationHead, findConversationMessages, findUnknown } from '../core/inbox/queries.ts'
import type { Database, Sql } from '../platform/db/open.ts'
import { reads } from '../reads.ts'
import { findLeads } from '../sales/leads/queries.ts'
import { findResponses } from '../sales/waitlist/queries.ts'
import { HASH_KEY } from '../testing/start.ts'

/** A list of the console: its API path and the SQL behind it. */
interface ListRead {
  path: string
  query: (sql: Database) => Promise<unknown>
}

/** The number with the long conversation. */
export const CONVERSATION_PHONE = '+447900000001'
const { contacts, salons } = reads
const KEYS = { PHONE_HASH_KEY: HASH_KEY, PHONE_HASH_KEY_PREVIOUS: undefined }

async function findConversation(sql: Database) {
  const phone = (await findNumber(sql, contacts, { salonId: null, number: CONVERSATION_PHONE })) ?? ''
  return Promise.all([
    findConversationHead(sql, contacts, phone),
    findOptOut(sql, contacts, KEYS, phone),
    findConversationMessages(sql, phone),
  ])
}

async function findReceived(sql: Database) {
  let json = ''
  for await (const texts of streamReceived(sql, contacts)) json += `${json && ','}${texts}`
  return `[${json}]`
}

const inboxPage = (search: string, filter: 'all' | 'review' = 'all'): ListRead => ({
  path: `/api/admin/inbound-sms/page?filter=${filter}&search=${search}`,
  query: (sql) => findInboxPage(sql, { contacts, filter, search, limit: 50, now: new Date() }),
})

export const listReads: Record<string, ListRead> = {
  conversation: {
    path: `/api/admin/conversation/${encodeURIComponent(CONVERSATION_PHONE)}`,
    query: findConversation,
  },
  leads: { path: '/api/admin/leads', query: findLeads },
  waitlist: { path: '/api/admin/waitlist-responses', query: (sql) => findResponses(sql, salons) },
  'opt-outs': { path: '/api/admin/opt-outs', query: (sql) => findOptOuts(sql, contacts) },
  'unknown texts': { path: '/api/admin/unknown-sms', query: (sql) => findUnknown(sql, contacts) },
  'all received texts': { path: '/api/admin/inbound-sms', query: findReceived },
  'inbox, first screen': inboxPage(''),
  'inbox, needs review': inboxPage('', 'review'),
  'inbox, counts': {
    path: '/api/admin/inbound-sms/counts',
    query: (sql: Sql) => countInbox(sql, new Date()),
  },
  'inbox, search with many matches': inboxPage('letters'),
  [`inbox, search without a match in ${SCAN.toLocaleString('en')}`]: inboxPage('nobody'),
}
