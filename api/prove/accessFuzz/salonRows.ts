import { randomBytes, randomUUID } from 'node:crypto'
import { insertSuppression } from '../../core/suppressions/suppress.ts'
import type { Sql } from '../../platform/db/open.ts'
import { statementPage } from '../../salons/billing/statementPage.ts'
import { fictional, makeSalon, makeSender, makeText } from '../../testing/factories.ts'

/** A stored salon with one of its clients. */
export interface SalonIds {
  id: string
  client: string
  phone: string
  campaign: string
}

/** Stores a salon with `xss` as each of its texts: names, list, client, consent, offers, campaign, conversation and fees. */
export async function storeSalon(sql: Sql, xss: string): Promise<SalonIds> {
  const owner = { ownerName: xss, ownerPhone: fictional(650), ownerEmail: xss, bookingUrl: xss }
  const agreement = { agreedAt: new Date(), agreedBy: xss, agreementVersion: xss, agreementWording: xss }
  const paper = { legalName: xss, postalAddress: xss, companyNumber: xss, vatNumber: xss, bookingSystem: xss }
  const { id } = await makeSalon(sql, { name: xss, facts: xss, ...owner, ...agreement, ...paper })
  await sql`
    insert into past_agreements (salon_id, version, wording, agreed_at, agreed_by) values (${id}, ${xss}, ${xss}, now(), ${xss})`
  const sender = await makeSender(sql, fictional(651), { salonId: id })
  await sql`update senders set stopped_reason = ${xss}, stopped_at = now() where id = ${sender.id}`
  const phone = fictional(652)
  const client = await storeClient(sql, { salonId: id, phone, xss })
  const offerId = await storeOffers(sql, id, xss)
  const [campaign] = await sql<[{ id: string }]>`
    insert into campaigns (salon_id, offer_id, sender_id, template, per_day, state, paused_reason, basis, created_by, created_at, watched_from)
    values (${id}, ${offerId}, ${sender.id}, ${xss}, 10, 'paused', ${xss}, 'soft_opt_in',
      (select id from admins limit 1), now(), now()) returning id`
  const own = {
    phone,
    body: xss,
    salonId: id,
    senderId: sender.id,
    ourNumber: sender.address,
    createdAt: new Date(),
  }
  const offer = await makeText(sql, { ...own, kind: 'offer', status: 'failed', errorMessage: xss })
  await sql`update messages set campaign_id = ${campaign.id}, client_id = ${client} where id = ${offer.id}`
  await makeText(sql, { ...own, kind: 'offer', acceptedAt: new Date() })
  const received = { ...own, direction: 'inbound' } as const
  const question = await makeText(sql, { ...received, intent: 'unclear' })
  await sql`
    insert into handovers (salon_id, phone, kind, message_id, created_by, created_at, told_by, told_at, answer, answer_words, answered_at)
    values (${id}, ${phone}, 'question', ${question.id}, (select id from admins limit 1), now(), 'page', now(), 'call', ${xss}, now())`
  await makeText(sql, { ...received, intent: 'maybe_opt_out' })
  const stop = await makeText(sql, { ...received, intent: 'opt_out', isOptOut: true })
  const optOut = { phone, at: new Date(), wording: xss, messageId: stop.id, senderId: sender.id, salonId: id }
  await insertSuppression(sql, { ...optOut, source: 'plain_language' })
  const unknown = await makeText(sql, {
    ...own,
    kind: 'offer',
    status: 'unknown',
    attemptedAt: new Date(),
  })
  await sql`update messages set campaign_id = ${campaign.id} where id = ${unknown.id}`
  await sql`
    insert into invitations (campaign_id, client_id, token_hash, created_at, call_requested_at)
    values (${campaign.id}, ${client}, ${randomBytes(32)}, now(), now())`
  await storeFees(sql, { salonId: id, clientId: client, phone, campaignId: campaign.id, xss })
  return { id, client, phone, campaign: campaign.id }
}

interface Fees {
  salonId: string
  clientId: string
  phone: string
  campaignId: string
  xss: string
}

/** Stores a visit to decide on, an entry with a decided dispute, one with an open dispute, a statement and a payment. */
async function storeFees(sql: Sql, { salonId, clientId, phone, campaignId, xss }: Fees) {
  const now = new Date()
  const by = { createdBy: xss, createdAt: now }
  const visit = {
    ...{ salonId, clientId, phone, campaignId, state: 'booked', bookedAt: now, visitAt: now, ...by },
    ...{ decidedBy: xss, decidedAt: now, evidence: sql.json([{ kind: 'staff', note: xss }]) },
  }
  await sql`insert into visits ${sql(visit)}`
  const file = { id: randomUUID(), salonId, fileName: xss, importedBy: xss, importedAt: now }
  await sql`insert into appointment_imports ${sql(file)}`
  const unsettled = { clientId, salonId, appointments: 500, failures: 0, noticedAt: now }
  await sql`insert into unsettled_clients ${sql(unsettled)}`
  const line = { client: xss, visitOn: '2026-03-10', paid: 4500, feeBps: 3000, reasons: [xss] }
  const entry = { salonId, clientId, amount: 1350, payableFrom: now, ruleVersion: xss, ...by }
  for (const kind of ['fee', 'credit']) {
    const [{ id }] = await sql<[{ id: string }]>`
      insert into ledger_entries ${sql({ ...entry, kind, line: sql.json(line) })} returning id`
    const decided = kind === 'fee' ? { decidedAt: now, decidedBy: xss, upheld: false } : {}
    await sql`insert into disputes ${sql({ entryId: id, note: xss, openedAt: now, ...decided })}`
  }
  const credits = [{ kind: 'goodwill' as const, amount: -100, reason: xss, on: '2026-03-10' }]
  const party = { salonName: xss, ownerName: xss, timeZone: 'Europe/London', terms: termsWith(xss), credits }
  const vat = { bps: 0, note: xss }
  const lines = [{ ...line, kind: 'fee' as const, amount: 1350, ruleVersion: xss, vat }]
  const head = { number: 1, currency: 'GBP' as const, total: 1350, vat: 0, vatBps: 0, broughtForward: 0 }
  const shown = { ...head, ...party, lines, vatParts: [], account: null, dueOn: null, period: null }
  const page = String(statementPage({ ...shown, issuedAt: now.toISOString() }))
  const statement = { ...head, salonId, issuedAt: now, issuedBy: xss, page }
  await sql`insert into statements ${sql({ ...statement, party: sql.json(party), lines: sql.json(lines) })}`
  await sql`insert into payments ${sql({ salonId, receivedOn: now, amount: 100, note: xss, ...by })}`
}

/** Parties and ways to pay of a statement. */
function termsWith(xss: string) {
  const party = { name: xss, address: xss, companyNumber: xss, vatNumber: xss }
  return {
    from: party,
    to: party,
    reference: xss,
    bank: [[xss, xss] as [string, string]],
    payUrl: xss,
    vatNote: xss,
  }
}

/** Stores a fee that can go on the next statement of a salon. */
export async function storePayable(sql: Sql, salonId: string, xss: string) {
  const line = { client: xss, visitOn: '2026-03-10', paid: 4500, feeBps: 3000, reasons: [xss] }
  const entry = { salonId, clientId: randomUUID(), kind: 'fee', amount: 1350, ruleVersion: xss }
  const now = new Date()
  await sql`
    insert into ledger_entries
    ${sql({ ...entry, line: sql.json(line), payableFrom: now, createdBy: xss, createdAt: now })}`
}

/** Stores an e-mail of a salon, and one to staff, that failed; the mail server is in trouble from now on. */
export async function storeMails(sql: Sql, salonId: string, xss: string) {
  const mail = { toAddress: xss, subject: xss, state: 'failed', problem: xss }
  const now = new Date()
  const times = { createdAt: now, stateAt: now, dueAt: now }
  for (const [kind, owner] of [
    ['statement', salonId],
    ['invitation', null],
  ] as const)
    await sql`insert into mails ${sql({ ...mail, ...times, kind, salonId: owner, dedupeKey: `xss:${kind}` })}`
  await sql`
    update mail_server set trouble = ${xss}, trouble_since = now(), resume_at = now() + interval '1 day'`
}

async function storeClient(
  sql: Sql,
  { salonId, phone, xss }: { salonId: string; phone: string; xss: string },
) {
  const [list] = await sql<[{ id: string }]>`
    insert into client_lists (salon_id, file_name, sha256, mapping, state, as_of, declaration, declared_by, declared_at, counts, uploaded_by, created_at)
    values (${salonId}, ${xss}, '', '{}', 'committed', current_date, '{"customers": true, "knewOfTexts": "yes"}', ${xss}, now(),
      '{"added": 1, "updated": 0, "unchanged": 0, "rejected": 1}', ${xss}, now()) returning id`
  await sql`insert into rejected_rows values (${list.id}, 2, ${xss}, ${xss}, ${xss}, now())`
  const [client] = await sql<[{ id: string }]>`
    insert into clients (salon_id, phone, first_name, undecided_answer, list_id, added_by, created_at)
    values (${salonId}, ${phone}, ${xss}, ${xss}, ${list.id}, ${list.id}, now()) returning id`
  await sql`
    insert into consent_events (salon_id, phone, at, kind, source, wording, list_id)
    values (${salonId}, ${phone}, now(), 'soft_opt_in', 'list', ${xss}, ${list.id})`
  return client.id
}

/** A version that the owner wants changed, and an approved one. Returns the approved one. */
async function storeOffers(sql: Sql, salonId: string, xss: string): Promise<string> {
  const [, approved] = await sql<[object, { id: string }]>`
    insert into offers (salon_id, version, text, reminder_text, text_sha256, state, note, salon_name, booking_url, approved_at, approved_by, created_by, created_at)
    values (${salonId}, 1, ${xss}, ${xss}, '', 'changes_requested', ${xss}, null, null, null, null, ${xss}, now()),
      (${salonId}, 2, ${xss}, ${xss}, '', 'approved', null, ${xss}, ${xss}, now(), ${xss}, ${xss}, now()) returning id`
  return approved.id
}
