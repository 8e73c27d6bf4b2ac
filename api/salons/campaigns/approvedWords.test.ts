import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { ownerLink, tokenOf } from '../../testing/ownerLink.ts'
import { later, passTime, readySalon, storeList } from '../../testing/salons.ts'

const DAY = 24 * 3_600_000
const phoneOf = (n: number) => `+447700900${600 + n}`
const TEXT = '{salon}: Hi {firstName}, 20% off: {link} Reply STOP to opt out.'
const REMINDER = '{salon}: Hi {firstName}, last days: {link} Reply STOP to opt out.'

type Changes = Parameters<App['staff']['salons']['update']>[0]

/** A salon with one client and an owner who can approve an offer. */
async function makeSalon(app: App, n = 0) {
  const { staff, visitor } = app
  const salon = await readySalon(app)
  const storeClients = () => storeList(app, salon.id, [`Mary,${phoneOf(n)},2025-09-01,Yes`])
  await storeClients()
  const sendOffer = async () => {
    const { id: offerId } = await staff.offers.create({ id: salon.id, text: TEXT, reminderText: REMINDER })
    const token = tokenOf((await staff.offers.send({ id: salon.id, offerId })).url)
    const open = async () => (await visitor.owner.open({ token })).offer
    const approve = async (sha256?: string) =>
      visitor.owner.approve({ token, sha256: sha256 ?? (await open())?.sha256 ?? '' })
    return { offerId, open, approve }
  }
  const change = (changes: Omit<Changes, 'id'>) => staff.salons.update({ id: salon.id, ...changes })
  /** Agrees to changed terms, when the salon has any. */
  const agree = async () => {
    if ((await staff.salons.get({ id: salon.id })).checklist.agreement) return
    const { token } = await ownerLink(app, salon.id)
    await visitor.owner.agree({ token, name: 'Aoife Byrne' })
  }
  const start = (offerId: string) =>
    staff.campaigns.start({ id: salon.id, offerId, perDay: 100, reminderAfterDays: 7 })
  const texts = async () =>
    (await textsOnHandset(app.sql, phoneOf(n))).map((text) => text.replace(/http\S+/, 'LINK'))
  const offers = async () => (await staff.offers.list({ id: salon.id })).items
  return { ...salon, storeClients, sendOffer, change, agree, start, texts, offers }
}

const changes: [name: string, change: Omit<Changes, 'id'>][] = [
  ['another name', { name: 'Glow Lounge' }],
  ['a name that holds the older one', { name: 'Aoife Hair Dublin' }],
  ['a name with other capitals', { name: 'AOIFE HAIR' }],
  ['a name with a field', { name: '{firstName}' }],
  ['a longer name', { name: 'x'.repeat(40) }],
  ['a name outside the basic alphabet', { name: 'Ệva' }],
  ['another booking address', { bookingUrl: 'https://evil.example' }],
  ['no booking address', { bookingUrl: null }],
  ['another country', { country: 'IE' }],
  ['another currency', { currency: 'EUR' }],
  ['another owner', { ownerName: 'Beth Kelly' }],
  ['another number for calls', { businessPhone: '+442079460123' }],
]

const APPROVED = 'Aoife Hair: Hi Mary, 20% off: LINK Reply STOP to opt out.'

test('what leaves, also as a reminder, is what the owner approved', async () => {
  const app = await testApp()
  const salons = []
  for (const [n, [name, changed]] of changes.entries()) {
    const salon = await makeSalon(app, n)
    const { offerId, approve } = await salon.sendOffer()
    await approve()
    await salon.change(changed)
    await salon.agree()
    await salon.start(offerId)
    salons.push({ ...salon, changed: name })
  }
  await passTime(app, DAY)
  await later(app, 6)
  for (const salon of salons) {
    await salon.change({ name: 'Yet another name' })
    await salon.storeClients()
  }
  await passTime(app, 3 * DAY)
  const reminder = 'Aoife Hair: Hi Mary, last days: LINK Reply STOP to opt out.'
  for (const { texts, changed } of salons) expect(await texts(), changed).toEqual([APPROVED, reminder])
})

test('a rename between start and first byte changes nothing', async () => {
  const app = await testApp()
  const salon = await makeSalon(app)
  const { offerId, approve } = await salon.sendOffer()
  await approve()
  await salon.start(offerId)
  await salon.change({ name: 'Glow Lounge', timeZone: 'Europe/Lisbon' })
  await passTime(app, DAY)
  expect(await salon.texts()).toEqual([APPROVED])
})

test('an owner who read the older name or booking address approves nothing', async () => {
  const salon = await makeSalon(await testApp())
  const { open, approve } = await salon.sendOffer()
  for (const changed of [{ name: 'Glow Lounge' }, { bookingUrl: 'https://other.example' }]) {
    const read = await open()
    await salon.change(changed)
    await expect(approve(read?.sha256)).rejects.toMatchObject({ status: 409 })
    expect(await salon.offers()).toMatchObject([{ state: 'with_owner', approvedAs: null }])
  }
  await approve()
  const approvedAs = { salonName: 'Glow Lounge', bookingUrl: 'https://other.example' }
  expect(await salon.offers()).toMatchObject([{ state: 'approved', approvedAs }])
})

test('a new approval sends the new name; samples of the older version keep its name', async () => {
  const app = await testApp()
  const salon = await makeSalon(app)
  await (await salon.sendOffer()).approve()
  await salon.change({ name: 'Glow Lounge' })
  const next = await salon.sendOffer()
  expect((await next.open())?.body).toMatch(/^Glow Lounge: /)
  await next.approve()
  const names = (await salon.offers()).map(({ samples }) => samples[0]?.body.split(':')[0])
  expect(names).toEqual(['Glow Lounge', 'Aoife Hair'])
  await salon.start(next.offerId)
  await passTime(app, DAY)
  expect(await salon.texts()).toEqual(['Glow Lounge: Hi Mary, 20% off: LINK Reply STOP to opt out.'])
})

test('an approved offer that was changed in the database sends nothing', async () => {
  const app = await testApp()
  const { sql } = app
  const salons = []
  for (const [n, column] of ['salon_name', 'booking_url', 'text', 'reminder_text'].entries()) {
    const salon = await makeSalon(app, n)
    const { offerId, approve } = await salon.sendOffer()
    await approve()
    await salon.start(offerId)
    const change = () => sql`update offers set ${sql(column)} = ${sql(column)} || 'x' where id = ${offerId}`
    await expect(change()).rejects.toThrow(/cannot change/)
    await sql`alter table offers disable trigger user`
    await change()
    await sql`alter table offers enable trigger user`
    salons.push({ ...salon, offerId, column })
  }
  await passTime(app, DAY)
  for (const { texts, start, offerId, column } of salons) {
    expect(await texts(), column).toEqual([])
    await expect(start(offerId), column).rejects.toThrow(/not approved/)
  }
})
