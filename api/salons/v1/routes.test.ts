import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { appointment } from '../../testing/feed.ts'
import { makeKey } from '../../testing/keys.ts'
import { sendRaw } from '../../testing/rawHttp.ts'
import { salonWithOffer } from '../../testing/salons.ts'

const PHONE = '+447700900600'

test('a key reads salons, clients, campaigns, visits and statements of one salon only', async () => {
  const app = await testApp()
  const mine = await salonWithOffer(app, [`Mary,${PHONE}`], { name: 'Aoife Hair' })
  const other = await salonWithOffer(app, [`Zoe,${PHONE}`], { name: 'Beth Nails' })
  for (const { salon, offerId } of [mine, other]) {
    await app.staff.campaigns.start({ id: salon.id, offerId, perDay: 1 })
    const [client] = (await app.staff.clients.list({ id: salon.id })).items
    const visit = { clientId: client?.id ?? '', state: 'booked', visitOn: null, note: 'Phone' } as const
    await app.staff.visits.create({ id: salon.id, ...visit })
  }
  const { v1 } = await makeKey(app, { salonId: mine.salon.id })
  const aoife = { id: mine.salon.id, name: 'Aoife Hair', currency: 'GBP' }
  expect((await v1.salons()).items).toMatchObject([aoife])
  expect((await v1.client({ phone: '07700 900600' })).items).toMatchObject([
    { salonId: mine.salon.id, phone: PHONE, firstName: 'Mary', optedOut: false },
  ])
  const ofMine = [{ salonId: mine.salon.id }]
  expect((await v1.campaigns()).items).toMatchObject(ofMine)
  expect((await v1.visits()).items).toMatchObject([{ ...ofMine[0], phone: PHONE, evidence: ['staff'] }])
  expect((await v1.statements()).items).toEqual([])
  const all = await makeKey(app)
  expect((await all.v1.salons()).items).toHaveLength(2)
  const { items: clients } = await all.v1.client({ phone: PHONE })
  expect(clients.map(({ firstName }) => firstName).sort()).toEqual(['Mary', 'Zoe'])
  const ofOther = { salonId: other.salon.id }
  expect((await all.v1.visits(ofOther)).items).toMatchObject([ofOther])
})

test('statements show what is outstanding: the oldest is paid first, and credit is no negative sum', async () => {
  const app = await testApp()
  const { salon } = await salonWithOffer(app, [`Mary,${PHONE}`])
  const { clock, sql, staff } = app
  const { id } = salon
  const { v1 } = await makeKey(app, { salonId: id })
  for (const amount of [1350, 900]) {
    await sql`
      insert into ledger_entries (salon_id, client_id, kind, amount, payable_from, line, rule_version, created_by, created_at)
      values (${id}, gen_random_uuid(), 'fee', ${amount}, ${clock()},
        '{"client": "M. …600", "visitOn": null, "paid": 4500, "feeBps": 3000, "reasons": []}', '1', 'maya', ${clock()})`
    await staff.billing.issue({ id })
    clock.advance(1000)
  }
  const outstanding = async () =>
    (await v1.statements()).items.map((one) => [one.salonId === id, one.number, one.total, one.outstanding])
  const shows = (first: number, second: number) => [
    [true, 2, 900, second],
    [true, 1, 1350, first],
  ]
  expect(await outstanding()).toEqual(shows(1350, 900))
  for (const [amount, first, second] of [
    [350, 1000, 900],
    [1000, 0, 900],
    [500, 0, 400],
    [1000, 0, 0],
  ] as const) {
    await staff.billing.recordPayment({ id, receivedOn: '2026-03-10', amount })
    expect(await outstanding()).toEqual(shows(first, second))
  }
})

test('pages of a list repeat no row', async () => {
  const app = await testApp()
  await app.sql`
    insert into salons (slug, name, country, time_zone, currency, owner_name)
    select 's' || n, 'Salon ' || n, 'GB', 'Europe/London', 'GBP', 'Ana' from generate_series(1, 205) n`
  const { v1 } = await makeKey(app)
  const names: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof v1.salons>> = await v1.salons(cursor ? { cursor } : {})
    names.push(...page.items.map(({ name }) => name))
    cursor = page.nextCursor
  } while (cursor)
  expect(new Set(names).size).toBe(205)
  expect(names).toHaveLength(205)
})

test('an opt-out from another system stops texts, and a repeat changes nothing', async () => {
  const app = await testApp()
  const { salon } = await salonWithOffer(app, [`Mary,${PHONE}`])
  const { v1 } = await makeKey(app, { salonId: salon.id, scopes: ['opt_outs', 'read'] })
  await v1.recordOptOut({ phone: '07700 900600', reason: 'Unsubscribed at the till' })
  expect(await v1.recordOptOut({ phone: PHONE })).toEqual({ phone: PHONE, optedOut: true })
  const rows = await app.sql`select phone, source, wording, recorded_by from suppressions`
  expect(rows).toEqual([
    { phone: PHONE, source: 'staff', wording: 'Unsubscribed at the till', recordedBy: 'API key “Zapier”' },
  ])
  expect((await v1.client({ phone: PHONE })).items).toMatchObject([{ optedOut: true }])
  await expect(v1.recordOptOut({ phone: '12' })).rejects.toMatchObject({ status: 422 })
})

test('a body of 100 MB gets 413 before it is read, with and without its length', async () => {
  const app = await testApp()
  const { headers } = await makeKey(app)
  const head = [
    'POST /api/v1/visits HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Authorization: ${headers.authorization}`,
    'Connection: close',
  ]
  const withLength = [...head, 'Content-Length: 104857600', '', '{"visits":['].join('\r\n')
  expect(await sendRaw(app.origin, withLength, { hangUp: true })).toMatch(/^HTTP\/1.1 413 /)
  const piece = `${(1024 * 1024).toString(16)}\r\n${' '.repeat(1024 * 1024)}\r\n`
  const chunked = [...head, 'Transfer-Encoding: chunked', '', ''].join('\r\n')
  expect(await sendRaw(app.origin, chunked + piece + piece, { hangUp: true })).toMatch(/^HTTP\/1.1 413 /)
})

test('a list of 500 appointments with the longest ids is accepted', async () => {
  const app = await testApp()
  const { salon } = await salonWithOffer(app, [`Mary,${PHONE}`])
  const { v1 } = await makeKey(app, { salonId: salon.id })
  const visits = Array.from({ length: 500 }, (_, n) =>
    appointment({ externalId: `${n}${'💇'.repeat(98)}`, startsAt: '2026-03-01T10:00:00Z', bookedAt: null }),
  )
  const { results } = await v1.recordVisits({ visits })
  expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['stored']))
  expect((await app.sql`select 1 from appointments`).count).toBe(500)
})
