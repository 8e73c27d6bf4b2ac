import { expect, test } from 'vitest'
import { storeList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { textFrom } from '../../testing/webhooks.ts'

const MARY = 'Mary,07700 900501,2025-09-01,Yes'
const SIOBHAN = 'Siobhán,+447700900502,2025-10-01,'

test('a recorded objection wins, and an opt-out anywhere leaves the client out', async () => {
  const { app, staff, origin, id } = await testSalon()
  await storeList(app, id, [MARY, SIOBHAN])
  const [mary] = (await staff.clients.list({ id, q: 'mary' })).items
  const said = { source: 'staff', wording: 'Rang: no texts please', at: app.clock().toISOString() } as const
  const objection = { id, clientId: mary?.id ?? '', kind: 'objection', ...said } as const
  expect(await staff.clients.recordConsent(objection)).toMatchObject({
    eligibility: { reason: 'objection' },
    consent: [{ kind: 'objection', wording: said.wording }, {}],
  })
  await textFrom(origin, '+447700900502', 'STOP')
  const { waterfall } = await staff.clients.list({ id })
  expect(waterfall).toMatchObject({ objection: 1, opted_out: 1, eligible: 0 })
})

test('a search reads pages by name in any spelling, and shows the counts of the first page', async () => {
  const { app, staff, sql, id } = await testSalon()
  const phones = Array.from({ length: 230 }, (_, n) => `0770090${1000 + n}`)
  const nameOf = (n: number) => (n < 20 ? '' : n < 40 ? 'éclair' : `Ann ${n % 10}`)
  await storeList(
    app,
    id,
    phones.map((phone, n) => `${nameOf(n)},${phone},2025-09-01,${n < 60 ? 'No' : ''}`),
  )
  const all = async (wanted: Partial<Parameters<typeof staff.clients.list>[0]> = {}) => {
    const pages = [await staff.clients.list({ id, ...wanted })]
    for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
      pages.push(await staff.clients.list({ id, ...wanted, cursor }))
    const names = pages.flatMap(({ items }) => items.map(({ firstName }) => firstName))
    return { sizes: pages.map(({ items }) => items.length), names, waterfall: pages.at(-1)?.waterfall }
  }
  const first = await all()
  expect(first.sizes).toEqual([100, 100, 30])
  expect(first.names).toEqual([
    ...Array.from({ length: 190 }, (_, n) => `Ann ${Math.floor(n / 19)}`),
    ...Array<string>(20).fill('éclair'),
    ...Array<null>(20).fill(null),
  ])
  expect(first.waterfall).toMatchObject({ objection: 60, eligible: 170 })
  expect((await all({ q: 'ECLAIR' })).sizes).toEqual([20])
  expect((await all({ q: 'ann' })).sizes).toEqual([100, 90])
  expect((await all({ q: '07700 901 00' })).sizes).toEqual([10])
  expect((await all({ q: '100%_' })).sizes).toEqual([0])
  expect((await all({ reason: 'objection' })).sizes).toEqual([60])
  expect((await all({ reason: 'eligible' })).sizes).toEqual([100, 70])
  await sql`update clients set flags = '{blocked}' where first_name = 'Ann 9'`
  expect(await all({ q: 'ann 9' })).toMatchObject({ sizes: [19], waterfall: first.waterfall })
  expect((await staff.clients.list({ id })).waterfall).toMatchObject({ blocked: 17, eligible: 153 })
  expect((await staff.clients.list({ id, cursor: 'unknown' })).items).toHaveLength(100)
})
