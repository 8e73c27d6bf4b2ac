import type { Statement } from '@salonback/shared/salons/billing/contract.ts'
import { REVERSE_CHARGE } from '@salonback/shared/salons/billing/vat.ts'
import { expect, test } from 'vitest'
import { confirmVisit, owing } from '../../testing/owing.ts'
import { later } from '../../testing/salons.ts'

type World = Awaited<ReturnType<typeof owing>>
type Step = (world: World) => unknown

const rate =
  (VAT_RATE: number): Step =>
  ({ env }) =>
    Object.assign(env, { VAT_RATE })
const register: Step = ({ env }) => Object.assign(env, { VAT_NUMBER: 'IE1234567T', VAT_RATE: 2300 })
const deregister: Step = ({ env }) => Object.assign(env, { VAT_NUMBER: undefined, VAT_RATE: undefined })
const move =
  (country: 'IE' | 'GB' | 'US'): Step =>
  ({ sql, id }) =>
    sql`update salons set country = ${country} where id = ${id}`
const share =
  (bps: number): Step =>
  ({ sql, id }) =>
    sql`update salons set fee_bps = ${bps} where id = ${id}`
/** What the first, second or third client paid. */
const paid =
  (nth: number, amount: number): Step =>
  async (world) => {
    await world.staff.visits.update({ id: world.id, visitId: world.visitIds[nth] ?? '', amount })
    await later(world, 7)
  }
const notCome =
  (nth: number): Step =>
  async (world) => {
    await world.staff.visits.update({ id: world.id, visitId: world.visitIds[nth] ?? '', state: 'no_show' })
  }
const fee =
  (nth: number, visitOn = '2026-03-18'): Step =>
  async (world) => {
    world.visitIds[nth] = await confirmVisit(world, world.id, world.clients[nth]?.id ?? '', 4500, visitOn)
    await later(world, 7)
  }
const issue: Step = ({ staff, id }) => staff.billing.issue({ id })

/** `net vat@rate of statements corrected` of each part, then the total. */
const shortly = ({ vatParts, total }: Statement) =>
  [
    ...vatParts.map(({ net, vat, bps, note, corrects }) => {
      const of = corrects.length === 0 ? '' : ` as on ${corrects.join(',')}`
      return `${net}+${vat}@${bps / 100}${note === REVERSE_CHARGE ? 'R' : ''}${of}`
    }),
    `=${total}`,
  ].join(' ')

const ireland = [move('IE'), register]

/** Two fees of £13.50, on statement 1 where the steps issue it; then the statement that the last step makes payable. */
test.each<[what: string, steps: Step[], says: string]>([
  [
    'a refund of a fee billed without VAT, after the agency registers',
    [move('IE'), issue, register, paid(0, 0)],
    '-1350+0@0 as on 1 =-1350',
  ],
  [
    'a smaller amount, after the agency registers',
    [move('IE'), issue, register, paid(0, 3000)],
    '-450+0@0 as on 1 =-450',
  ],
  [
    'a larger amount, after the agency registers',
    [move('IE'), issue, register, paid(0, 9000)],
    '1350+0@0 as on 1 =1350',
  ],
  [
    'a refund after a higher rate',
    [...ireland, issue, rate(2500), paid(0, 0)],
    '-1350+-311@23 as on 1 =-1661',
  ],
  ['a refund after a lower rate', [...ireland, issue, rate(900), paid(0, 0)], '-1350+-311@23 as on 1 =-1661'],
  [
    'a refund after the rate is unset',
    [...ireland, issue, deregister, paid(0, 0)],
    '-1350+-311@23 as on 1 =-1661',
  ],
  [
    'a refund after the salon moves abroad',
    [...ireland, issue, move('GB'), paid(0, 0)],
    '-1350+-311@23 as on 1 =-1661',
  ],
  [
    'a refund after the salon moves to America',
    [...ireland, issue, move('US'), paid(0, 0)],
    '-1350+-311@23 as on 1 =-1661',
  ],
  [
    'a refund after the salon comes home',
    [register, issue, move('IE'), paid(0, 0)],
    '-1350+0@0R as on 1 =-1350',
  ],
  ['a refund where nothing has changed', [...ireland, issue, paid(0, 0)], '-1350+-311@23 as on 1 =-1661'],
  ['a client who did not come', [...ireland, issue, rate(2500), notCome(0)], '-1350+-311@23 as on 1 =-1661'],
  [
    'a correction of a correction',
    [...ireland, issue, rate(2500), paid(0, 3000), issue, rate(900), paid(0, 6000)],
    '900+207@23 as on 1 =1107',
  ],
  [
    'a fee taken back and owed again',
    [...ireland, issue, rate(2500), paid(0, 0), issue, rate(900), paid(0, 4500)],
    '1350+311@23 as on 1 =1661',
  ],
  [
    'a new share, then a smaller amount',
    [...ireland, issue, share(5000), rate(2500), paid(0, 3000)],
    '-450+-104@23 as on 1 =-554',
  ],
  ['a fee changed before its statement', [...ireland, paid(0, 9000), rate(2500)], '4050+1013@25 =5063'],
  ['a rate changed before the statement', [...ireland, rate(2500)], '2700+675@25 =3375'],
  [
    'a new fee beside a refund',
    [...ireland, issue, rate(2500), fee(2), paid(0, 0)],
    '1350+338@25 -1350+-311@23 as on 1 =27',
  ],
  [
    'a new fee beside a refund at the same rate',
    [...ireland, issue, fee(2), paid(0, 0)],
    '0+0@23 as on 1 =0',
  ],
  [
    'two refunds of one statement',
    [...ireland, issue, rate(2500), paid(0, 0), paid(1, 0)],
    '-2700+-621@23 as on 1 =-3321',
  ],
  [
    'refunds of two statements',
    [...ireland, issue, rate(2500), fee(2), issue, rate(900), paid(0, 0), paid(2, 0)],
    '-1350+-311@23 as on 1 -1350+-338@25 as on 2 =-3349',
  ],
  [
    'refunds of two statements with one rate',
    [...ireland, issue, fee(2), issue, rate(900), paid(0, 0), paid(2, 0)],
    '-2700+-621@23 as on 1,2 =-3321',
  ],
])('VAT of %s', async (_, steps, says) => {
  const world = await owing(2)
  for (const step of steps) await step(world)
  // What is previewed is what is issued.
  const { owed } = await world.staff.billing.entries({ id: world.id })
  const { statements } = await world.staff.billing.preview()
  const statement = await world.staff.billing.issue({ id: world.id })
  expect(shortly(statement)).toBe(says)
  expect(owed.payable + (owed.vat?.payable ?? 0)).toBe(statement.total)
  for (const { total } of statements) expect(total).toBe(statement.total)
  expect(statement.vat).toBe(statement.vatParts.reduce((sum, { vat }) => sum + vat, 0))
})

test('a fee for another visit, after the first was taken back, is treated as its own day asks for', async () => {
  const world = await owing(1)
  const { staff, sql, id, visitIds } = world
  await move('IE')(world)
  await issue(world)
  await notCome(0)(world)
  await issue(world)
  await register(world)
  await fee(0, '2026-04-02')(world)
  expect(shortly(await staff.billing.issue({ id }))).toBe('1350+311@23 =1661')
  await sql`update visits set amount = 3000 where id = ${visitIds[0] ?? ''}`
  await rate(2500)(world)
  await paid(0, 3000)(world)
  expect(shortly(await staff.billing.issue({ id }))).toBe('-450+-104@23 as on 3 =-554')
})

test('a correction names the statement on each page, and the accountant gets a row for each treatment', async () => {
  const world = await owing(2)
  const { staff, sql, id } = world
  for (const step of [...ireland, issue, rate(2500), fee(2), paid(0, 0)]) await step(world)
  await issue(world)
  const [row] = await sql<[{ page: string }]>`select page from statements where number = 2`
  expect(row.page).toContain('£45.00 → £0.00. Corrects statement 1.')
  expect(row.page).toMatch(/VAT at 25 %<.*£3\.38<.*VAT at 23 %<.*-£3\.11</s)
  expect(row.page).toMatch(/VAT as on statement 1<.*23 % of -£13\.50 = -£3\.11/s)
  const { items } = await staff.billing.entries({ id })
  expect(items.map(({ amount, corrects }) => [amount, corrects])).toEqual([
    [-1350, 1],
    [1350, null],
    [1350, null],
    [1350, null],
  ])
  const books = (await staff.billing.books({ month: '2026-05' })).items
  expect(books.map(({ net, vatBps, vat, total, note }) => [net, vatBps, vat, total, note])).toEqual([
    [1350, 2500, 338, 1688, ''],
    [-1350, 2300, -311, -1661, 'Corrects statement 1.'],
  ])
})
