import { writeOffer } from '@salonback/shared/salons/offers/offer.ts'
import { agreementWording } from '@salonback/shared/salons/owner/agreement.ts'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import type { SalonDetails, SalonSender } from '@salonback/shared/salons/salons/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { insertSuppression } from '../core/suppressions/suppress.ts'
import { systemActor } from '../platform/db/actor.ts'
import { audit } from '../platform/db/audit.ts'
import { type Database, inTransaction, type Sql } from '../platform/db/open.ts'
import type { PhoneKeys } from '../platform/privacy/hash.ts'
import { insertConsent } from '../salons/clients/queries.ts'
import { commitList, readForCommit, uploadList } from '../salons/lists/lists.ts'
import { hashOfOffer, namesOf } from '../salons/offers/offerHash.ts'
import { approveOffer, giveToOwner, insertOffer } from '../salons/offers/queries.ts'
import { saveAgreement } from '../salons/owner/queries.ts'
import { findFreeNumber, insertSalon, oneSalon, saveSender, updateSalon } from '../salons/salons/queries.ts'
import { demoClients, toCsv } from './clientList.ts'
import { insertPastOffers, insertReplies } from './texts.ts'

/** Stands for the response that the salon came from, so that it is made once. */
const SOURCE = '5a10ba3c-0000-4000-8000-0000000005a1'
const DAY_MS = 24 * 3_600_000
/** An address reserved for documentation. */
const ADDRESS = '203.0.113.7'

const details: SalonDetails = {
  name: 'Willow & Wren Hair',
  country: 'GB',
  timeZone: 'Europe/London',
  currency: 'GBP',
  ownerName: 'Aoife Byrne',
  ownerPhone: '+447700900799',
  ownerEmail: 'aoife@willow-and-wren.example',
  bookingUrl: 'https://book.willow-and-wren.example',
}
const OFFER =
  '{salon}: Hi {firstName}, we miss you! 20% off any cut this month: {link} Reply STOP to opt out.'
const REMINDER =
  '{salon}: Hi {firstName}, your 20% off ends this week. Book here: {link} Reply STOP to opt out.'

const COMMAND_LINE = systemActor('command line')

interface Making {
  salonId: string
  /** Of erased numbers. */
  keys: PhoneKeys
  now: Date
}

/**
 * Makes a salon with 300 clients and an approved offer, ready for a campaign. On the simulated network it has a number, past
 * texts and replies as well. False if it was made before.
 */
export function makeDemoSalon(
  sql: Database,
  { simulated, keys, now }: Pick<Making, 'keys' | 'now'> & { simulated: boolean },
) {
  return inTransaction(sql, async (open) => {
    const slug = 'willow-and-wren-hair'
    const salonId = await insertSalon(open, { ...details, slug, sourceId: SOURCE, now: before(now, 60) })
    if (salonId === null) return false
    const making = { salonId, keys, now }
    await agree(open, making)
    await storeLists(open, making)
    await storeReasons(open, making)
    await approveDemoOffer(open, making)
    const sender = simulated ? await giveNumber(open, salonId) : null
    if (sender) await storeTexts(open, making, sender)
    await audit(open, { actor: COMMAND_LINE, action: 'salon.create', subject: salonId })
    return true
  })
}

const before = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

async function agree(sql: Sql, { salonId, now }: Making): Promise<void> {
  const salon = await oneSalon(sql, salonId)
  await saveAgreement(sql, {
    salonId,
    version: AGREEMENT_VERSION,
    wording: agreementWording(salon),
    by: details.ownerName,
    address: ADDRESS,
    now: before(now, 50),
  })
  await updateSalon(sql, salonId, { state: 'ready' })
}

/** Two lists: the newer one lacks clients that the older one has. */
async function storeLists(sql: Sql, { salonId, keys, now }: Making): Promise<void> {
  const clients = demoClients(now)
  const then = before(now, 40)
  const older = clients.filter(
    ({ reason, lastVisit }, n) => reason === 'list_old' || (n % 3 === 0 && new Date(lastVisit) < then),
  )
  const newer = clients.filter(({ reason }) => reason !== 'list_old')
  await storeList(sql, { salonId, keys, now: then }, older)
  await storeList(sql, { salonId, keys, now }, newer)
}

async function storeList(sql: Sql, { salonId, keys, now }: Making, clients: ReturnType<typeof demoClients>) {
  const salon = await oneSalon(sql, salonId)
  const asOf = localDate(salon.timeZone, now)
  const file = { file: toCsv(clients), fileName: `clients-${asOf}.csv`, uploadedBy: COMMAND_LINE.name, now }
  const context = { sql, env: keys }
  const { id } = await uploadList(context, salon, file)
  const read = await readForCommit(context, salon, { id, now })
  const declaration = { customers: true, knewOfTexts: 'yes' } as const
  await commitList(sql, salon, read, { asOf, declaration, by: COMMAND_LINE.name, now })
}

/** Opt-outs, undeliverable numbers and written consent, which no list has. */
async function storeReasons(sql: Sql, { salonId, now }: Making): Promise<void> {
  const at = before(now, 30)
  for (const { phone, reason, joined } of demoClients(now)) {
    if (reason === 'opted_out')
      await insertSuppression(sql, { phone, at, source: 'keyword', wording: 'STOP', salonId })
    if (reason === 'undeliverable') {
      await sql`
        insert into undeliverable (phone, since, error_code, reason) values (${phone}, ${at}, 30005, 'Unknown number')
        on conflict (phone) do nothing`
    }
    if (joined) {
      const wording = `Yes, ${details.name} may text me offers.`
      await insertConsent(sql, { salonId, phone, at, kind: 'written_consent', source: 'join_page', wording })
    }
  }
}

async function approveDemoOffer(sql: Sql, { salonId, now }: Making): Promise<void> {
  const offer = await insertOffer(sql, {
    salonId,
    text: OFFER,
    reminderText: REMINDER,
    repeatUntil: null,
    textSha256: hashOfOffer({ text: OFFER, reminderText: REMINDER }),
    createdBy: COMMAND_LINE.name,
    createdAt: before(now, 2),
  })
  await giveToOwner(sql, offer)
  const names = namesOf(await oneSalon(sql, salonId))
  await approveOffer(sql, { offer, names, by: details.ownerName, address: ADDRESS, now: before(now, 1) })
}

async function giveNumber(sql: Sql, salonId: string): Promise<SalonSender | null> {
  const address = await findFreeNumber(sql)
  return (address && (await saveSender(sql, salonId, { kind: 'number', address }))) || null
}

/** Days ago of the texts that a client had. */
const textDays: Partial<Record<string, readonly number[]>> = {
  texted_recently: [3],
  yearly_cap: [20, 110, 200, 290],
}
const replies = ['Yes please! Is Thursday at 5 free?', 'How much is a cut and colour now?', 'Who is this?']

async function storeTexts(sql: Sql, { salonId, now }: Making, sender: SalonSender): Promise<void> {
  const clients = demoClients(now)
  const offers = clients.flatMap(({ phone, firstName, reason }) =>
    (textDays[reason] ?? []).map((days) => ({
      phone,
      at: before(now, days),
      ...writeOffer(OFFER, { firstName, salon: details, link: details.bookingUrl ?? '' }),
    })),
  )
  await insertPastOffers(sql, { salonId, sender }, offers)
  const texted = clients.filter(({ reason }) => reason === 'texted_recently')
  const received = replies.map((body, n) => ({
    phone: texted[n]?.phone ?? '',
    body,
    at: new Date(now.getTime() - (n + 1) * 3_600_000),
  }))
  await insertReplies(sql, { salonId, sender }, received)
}
