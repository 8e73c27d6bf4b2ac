import type { ListPreview } from '@salonback/shared/salons/lists/contract.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { logIn, until } from '@salonback/shared/testing/server.ts'
import type { Database } from '../../platform/db/open.ts'
import { fictional, makeProspects, makeSalon, makeSender, makeText } from '../../testing/factories.ts'
import { listOf, uploadList } from '../../testing/salons.ts'
import { exportOf } from '../../testing/upload.ts'
import { xlsxFile } from '../../testing/xlsxFile.ts'
import { storeConnections, storeProgramme } from './connectionRows.ts'
import { xss } from './payloads.ts'
import { type SalonIds, storeMails, storePayable, storeSalon } from './salonRows.ts'

/** Ids of stored rows, for the addresses that open them. */
export interface Ids {
  campaign: string
  response: string
  /** Other salons: the list of one waits to be stored, that of the other has no phone column yet. */
  otherSalons: string[]
  /** Paths of owner pages and of e-mails to owners. */
  ownerPages: string[]
  /** A salon with a client, an offer and a campaign, and that client's id and number. */
  salon: SalonIds
}

interface Target {
  origin: string
  sql: Database
  staff: Awaited<ReturnType<typeof logIn>>['staff']
  staffFetch: typeof fetch
}

/** Fits fields of at most 300 characters. */
const short = xss.slice(0, 290)

/** Stores payloads wherever a person or the carrier can write text, and at least one row of everything that a screen lists. */
export async function storePayloads(origin: string, sql: Database): Promise<Ids> {
  const target = { origin, sql, ...(await logIn(origin)) }
  await submitForms(target)
  await importProspects(target)
  const campaign = await startCampaign(target)
  await exchangeTexts(target)
  await storeTrouble(target)
  const [response] = await sql<[{ id: string }]>`select id from waitlist_responses limit 1`
  const salon = await storeSalon(sql, xss)
  const waiting = await makeSalon(sql, { name: xss })
  await uploadWaitingList(target, waiting.id)
  const second = await storeSecondSalon(target)
  const ownerPages = [...second.ownerPages, ...(await openOwnerPages(target, salon.id))]
  await storeConnections(sql, salon.id, xss)
  await storeProgramme(sql, salon.id, salon.phone, xss)
  await storeMails(sql, salon.id, xss)
  return { campaign, response: response.id, salon, otherSalons: [waiting.id, second.id], ownerPages }
}

/** Mails the owner a home link. Returns the paths of its pages and of the e-mail. */
async function openOwnerPages({ sql, staff }: Target, id: string): Promise<string[]> {
  await sql`update salons set owner_email = 'aoife@brows.example' where id = ${id}`
  const { url } = await staff.salons.createLink({ id, purpose: 'home', mail: true })
  await sql`update salons set owner_email = ${xss} where id = ${id}`
  const [mail] = await until(
    () => sql<[{ id: string }?]>`select id from simulator.mails where to_address = 'aoife@brows.example'`,
    ([found]) => found !== undefined,
  )
  const home = new URL(url).pathname
  const steps = ['', '/agree', '/list', '/offer', '/results', '/statements/1']
  return ['/dev/phones/mails', `/dev/phones/mails/${mail?.id}`, ...steps.map((step) => home + step)]
}

/** A second salon with payloads as name, owner and offer. Returns the paths of its owner pages. */
async function storeSecondSalon(target: Target) {
  const { sql, staff } = target
  // The number of the questionnaire: its row and its person name the salon.
  const { id } = await makeSalon(sql, { name: xss, ownerName: xss, ownerPhone: fictional(502) })
  const text = `{salon} ${xss.replace(/[{}]/g, '')}`
  const { id: offerId } = await staff.offers.create({ id, text, reminderText: text })
  await storePayable(sql, id, xss)
  const links = [
    await staff.salons.createLink({ id, purpose: 'agree' }),
    await staff.offers.send({ id, offerId }),
  ]
  // The first sheet has no header of a phone column.
  const cells = ['Kontakt X', 'Visited', short, fictional(654), '2025-09-11']
  const strings = cells.map((cell) => cell.replace(/[<&]/g, (sign) => `&#${sign.charCodeAt(0)};`))
  const row = (columns: number[]) =>
    `<row>${columns.map((column) => `<c t="s"><v>${column}</v></c>`).join('')}</row>`
  const file = xlsxFile(row([0, 1, 2]) + row([3, 4, 2]), strings)
  await uploadTo(target, id, new Blob([new Uint8Array(file)]), 'list.xlsx')
  return { id, ownerPages: links.map(({ url }) => new URL(url).pathname) }
}

/** Uploads a list that waits to be stored, with a wrong date, a wrong number and two unclear answers. One is decided. */
async function uploadWaitingList(target: Target, id: string) {
  const quoted = `"${short.replaceAll('"', '""')}"`
  const rows = [
    `${quoted},${fictional(653)},2025-09-01,asked mum`,
    `${quoted},${fictional(655)},2025-09-01,see card`,
    `${quoted},12,soon,Yes`,
  ]
  const { id: listId, mapping } = await uploadTo(target, id, listOf(rows), `${short.slice(0, 90)}.csv`)
  const consentAnswers = [{ value: 'asked mum', answer: 'objection' as const }]
  await target.staff.lists.remapList({ id, listId, mapping, consentAnswers })
}

async function uploadTo({ origin, staffFetch }: Target, salonId: string, list: string | Blob, name: string) {
  const staffRequest = (path: string, init: RequestInit = {}) =>
    staffFetch(origin + path, { ...init, headers: { origin } })
  const answer = await uploadList({ staffRequest }, salonId, list, name)
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as ListPreview
}

async function post({ origin, staffFetch }: Target, path: string, body: unknown) {
  const headers = { 'content-type': 'application/json', origin }
  const answer = await staffFetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  // A payload that is not stored appears on no screen, and the suite would prove nothing.
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

async function submitForms(target: Target) {
  await post(target, '/api/contact', {
    name: short.slice(0, 90),
    email: 'a@b.example',
    subject: short.slice(0, 150),
    message: xss,
  })
  await post(target, '/api/waitlist', {
    ...questionnaire,
    hardestPartText: short.slice(0, 200),
    motivatingOfferText: xss,
    magicWandText: xss,
  })
  await post(target, '/api/leads', { mobileNumber: fictional(500) })
}

async function importProspects({ origin, staffFetch }: Target) {
  const prospect = {
    name: short,
    category: short.slice(0, 190),
    phone: fictional(501),
    phone_type: 'mobile',
    address: xss,
  }
  const file = exportOf([prospect, { name: xss.slice(0, 200), phone: xss }], {
    export_id: short,
    source_app: short,
  })
  const form = new FormData()
  form.append('jsonFile', new File([file], 'e.json'))
  await staffFetch(`${origin}/api/admin/import`, { method: 'POST', headers: { origin }, body: form })
}

async function startCampaign({ origin, sql, staff }: Target): Promise<string> {
  // A refused text puts a row into the list of prospects that were not reached.
  await handsetsOf(origin).injectFault({ kind: 'refuse', number: fictional(512), code: 21211 })
  // One prospect stays without a text; otherwise the preview has no samples.
  const others = await makeProspects(sql, 4, 510)
  const prospectIds = others.slice(0, 3).map(({ id }) => id)
  const { id } = await staff.firstTexts.start({
    prospectIds,
    template: `Salonback ${xss.replace(/[{}]/g, '')}`,
    secondText: { template: `Salonback ${xss.replace(/[{}]/g, '')}`, afterDays: 5 },
    basis: 'consent',
  })
  return id
}

async function exchangeTexts(target: Target) {
  const { staff } = target
  for (const phone of [fictional(501), fictional(510)]) {
    await post(target, `/dev/phones/api/handsets/${encodeURIComponent(phone)}/send`, { body: xss })
  }
  await staff.inbox.reply({ phoneNumber: fictional(501), message: xss })
  await staff.inbox.recordOptOut({ phoneNumber: fictional(511), reason: xss })
  await staff.inbox.take({ number: fictional(501) })
  await staff.inbox.addNote({ number: fictional(501), body: xss })
  // Braces are only for fields.
  const text = xss.replace(/[{}]/g, '')
  await staff.savedReplies.create({ name: text.slice(0, 60), text: text.slice(0, 1200), scope: 'sales' })
}

/** Unknown and failed texts, stopped public texts, a stopped sender and a restored backup, each with payloads in its messages. */
async function storeTrouble({ sql }: Target) {
  const text = { phone: fictional(501), body: xss, acceptedAt: null }
  await makeText(sql, { ...text, status: 'unknown' })
  // A text that waits for review.
  const waiting = { phone: fictional(513), body: xss, intent: 'unclear', createdAt: new Date() }
  await makeText(sql, { ...waiting, direction: 'inbound' })
  await sql`update messages set error_code = 30003, error_message = ${xss}
    where kind = 'first_text' and phone = ${fictional(512)}`
  const failed = await makeText(sql, { ...text, status: 'failed' })
  await sql`update messages set error_message = ${xss} where id = ${failed.id}`
  await sql`update public_text_stop set stopped_at = now(), kind = 'country', place = ${xss}, texts = 9`
  const { id } = await makeSender(sql, fictional(599))
  await sql`update senders set stopped_reason = ${xss}, stopped_at = now() where id = ${id}`
  const { id: abroad } = await makeSender(sql, fictional(598))
  await sql`insert into sender_stops values (${abroad}, '+353', ${xss}, now())`
  // Restored in the future: the service does not compare with the carrier during the run, which would clear this row.
  await sql`insert into restored (taken_at, restored_at, trouble) values (now(), now() + interval '1 hour', ${xss})`
}

const questionnaire = {
  customerCount: '500-1000',
  mobileNumbersCount: '250-500',
  avgSpend: '60-100',
  hasMarketingConsent: 'yes-clearly',
  consentAgreed: true,
  mobileNumber: fictional(502),
  email: 'hello@thelashroom.example',
}
