import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { approvedOffer, later, readySalon, storeList } from '../../testing/salons.ts'
import { findFacts } from '../salons/facts.ts'

const DAY = 24 * 3_600_000
const todayOf = async ({ staff }: App) =>
  (await staff.today.list()).map(({ salonName, kind, text }) => [salonName, kind, text].join(' | '))

/** A salon with a stored list and an approved offer. */
async function offeredSalon(app: App, name: string, rows: string[]) {
  const salon = await readySalon(app, name)
  await storeList(app, salon.id, rows)
  await approvedOffer(app, salon.id)
  return salon
}

test('a new salon waits for its agreement; a closed salon is not listed', async () => {
  const app = await testApp()
  const { id } = await app.staff.salons.create(salonDetails({ name: 'Glow' }))
  expect(await todayOf(app)).toEqual(['Glow | agreement | Send the agreement to Aoife'])
  await app.staff.salons.update({ id, state: 'closed' })
  expect(await todayOf(app)).toEqual([])
})

test('a salon could text its eligible clients until it starts; one without any is listed, too', async () => {
  const app = await testApp()
  const { staff } = app
  await offeredSalon(app, 'Glow', ['Mary,07700 900501,2025-09-01,No'])
  const { id } = await offeredSalon(app, 'Lash', [
    'Mary,07700 900502,2025-09-01,Yes',
    'Ella,07700 900503,2025-09-01,Yes',
  ])
  expect(await todayOf(app)).toEqual([
    'Lash | canText | 2 clients could be texted now',
    'Glow | noEligible | No client may be texted now',
  ])
  expect((await staff.today.list()).map(({ count }) => count)).toEqual([2, 1])
  const { items } = await staff.offers.list({ id })
  await staff.campaigns.start({ id, offerId: items[0]?.id ?? '', perDay: 20 })
  expect(await todayOf(app)).toEqual(['Glow | noEligible | No client may be texted now'])
})

test('an owner has three days to share a list after a link; texts of an owner are listed', async () => {
  const app = await testApp()
  const { sql, staff, clock } = app
  const { id } = await readySalon(app, 'Glow')
  expect(await todayOf(app)).toEqual(['Glow | list | Upload a list'])
  await staff.salons.createLink({ id, purpose: 'list', text: true })
  expect(await todayOf(app)).toEqual([])
  await later(app, 4)
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status)
    values ('inbound', 'inbound', '+447700900301', 'Which file?', ${clock()}, 'received')`
  expect(await todayOf(app)).toEqual([
    'Glow | ownerTexts | Aoife wrote: 1 text waits',
    'Glow | list | Upload a list',
  ])
})

test('visits, offers, lists and overdue replies of all salons are listed, the most urgent first', async () => {
  const app = await testApp()
  const { sql, clock } = app
  const glow = await offeredSalon(app, 'Glow', ['Mary,07700 900501,2025-09-01,Yes'])
  const lash = await offeredSalon(app, 'Lash', ['Orla,07700 900502,2025-09-01,Yes'])
  const now = clock()
  await sql`
    insert into visits (salon_id, phone, state, evidence, created_by, created_at, visit_at)
    select ${lash.id}, '+44770090051' || n, 'booked', '[]', 'maya', ${now}, ${now}::timestamptz - n * interval '1 day'
    from generate_series(1, 2) n`
  await sql`
    insert into visits (salon_id, phone, state, evidence, created_by, created_at, visit_at) values
      (${lash.id}, '+447700900519', 'booked', '[]', 'maya', ${now}, ${new Date(now.getTime() + DAY)}),
      (${lash.id}, '+447700900518', 'attended', '[]', 'maya', ${now}, ${now})`
  await sql`update client_lists set as_of = ${new Date(now.getTime() - 11 * DAY)}::date where salon_id = ${glow.id}`
  expect(await todayOf(app)).toEqual([
    'Lash | visits | 2 visits to decide',
    'Glow | listSoonOld | Ask Aoife for a new list',
    'Glow | canText | 1 client could be texted now',
    'Lash | canText | 1 client could be texted now',
  ])
  expect((await app.staff.salons.get({ id: lash.id })).nextStep).toBe('2 visits to decide')
})

test('opt-outs count from the first text of a campaign that has not ended', async () => {
  const app = await testApp()
  const { sql, clock } = app
  const { id } = await offeredSalon(app, 'Glow', ['Mary,07700 900501,2025-09-01,Yes'])
  const now = clock()
  const [admin] = await sql<{ id: string }[]>`select id from admins limit 1`
  const [campaign] = await sql<{ id: string }[]>`
    insert into campaigns (state, template, basis, created_by, created_at, watched_from, salon_id)
    values ('running', '', '', ${admin?.id ?? ''}, ${now}, ${now}, ${id}) returning id`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, salon_id, campaign_id, accepted_at)
    select 'outbound', 'offer', '+4477009005' || n, '', ${now}, 'sent', ${id}, ${campaign?.id ?? ''}, ${now}
    from generate_series(10, 59) n`
  const optOut = (phone: string, after: number) => sql`
    insert into suppressions (phone, since, source, wording, salon_id)
    values (${phone}, ${new Date(now.getTime() + after)}, 'keyword', 'STOP', ${id})`
  await optOut('+447700900510', 1000)
  await optOut('+447700900511', -1000)
  await optOut('+447700900599', 1000)
  const share = async () => (await findFacts(sql, now)).get(id)?.optOuts
  expect(await share()).toEqual({ texts: 50, count: 1 })
  expect(await todayOf(app)).toEqual([])
  await optOut('+447700900512', 1000)
  const share4 = expect.stringContaining('| optOuts | 4.0% of the texted clients opted out')
  expect(await todayOf(app)).toEqual([share4])
  await sql`update campaigns set state = 'finished'`
  expect(await share()).toBeNull()
})

test('the next step is a campaign only if some client may be texted', async () => {
  const app = await testApp()
  const step = async (id: string) => (await app.staff.salons.get({ id })).nextStep
  const refused = await offeredSalon(app, 'Glow', ['Mary,07700 900501,2025-09-01,No'])
  const open = await offeredSalon(app, 'Lash', ['Mary,07700 900501,2025-09-01,Yes'])
  expect(await step(refused.id)).toBe('No client may be texted now')
  expect(await step(open.id)).toBe('Start a campaign')
  const { items } = await app.staff.salons.list({ sort: 'name' })
  expect(items.map(({ nextStep }) => nextStep)).toEqual(['No client may be texted now', 'Start a campaign'])
})

test('the list of salons is searched, sorted, and read by pages', async () => {
  const app = await testApp()
  const { sql, staff } = app
  for (const name of ['Opal', 'glow', 'Amber']) await staff.salons.create(salonDetails({ name }))
  await sql`insert into clients (salon_id, phone, created_at)
    select id, '+44770090051' || n, now() from salons cross join generate_series(1, case name when 'Amber' then 3 when 'glow' then 2 else 1 end) n`
  const names = async (asked: Parameters<typeof staff.salons.list>[0]) =>
    (await staff.salons.list(asked)).items.map(({ name }) => name)
  expect((await names({})).sort()).toEqual(['Amber', 'Opal', 'glow'])
  expect(await names({ sort: 'name' })).toEqual(['Amber', 'glow', 'Opal'])
  expect(await names({ sort: 'name', descending: 'true' })).toEqual(['Opal', 'glow', 'Amber'])
  expect(await names({ sort: 'clients', descending: 'true' })).toEqual(['Amber', 'glow', 'Opal'])
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, salon_id)
    select 'inbound', 'inbound', phone, 'Yes', now(), 'received', id from salons
    join (values ('glow', '+447700900511'), ('glow', '+447700900511'), ('Opal', '+447700900512')) v (salon, phone) on salon = name`
  await sql`
    insert into conversation_desk (salon_id, phone, snoozed_until)
    select id, '+447700900511', now() + interval '1 day' from salons where name = 'glow'`
  // A conversation for later does not wait.
  expect((await names({ sort: 'repliesWaiting', descending: 'true' }))[0]).toBe('Opal')
  expect(await names({ search: 'LO' })).toEqual(['glow'])
  expect(await names({ search: '%' })).toEqual([])
  expect(await names({ search: '07700 900301' })).toHaveLength(3)
  const more = Array.from({ length: 50 }, (_, n) => `Salon ${String(n).padStart(2, '0')}`)
  for (const name of more) await staff.salons.create(salonDetails({ name }))
  const first = await staff.salons.list({ sort: 'name' })
  const second = await staff.salons.list({ sort: 'name', cursor: first.nextCursor ?? '' })
  const found = [...first.items, ...second.items].map(({ name }) => name)
  expect(found).toEqual(['Amber', 'glow', 'Opal', ...more])
  expect(second.nextCursor).toBeNull()
})
