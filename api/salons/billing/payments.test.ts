import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { confirmVisit, owing } from '../../testing/owing.ts'
import { later } from '../../testing/salons.ts'

const on = '2026-04-19'

test('payments pay the oldest statement first; an overpayment is credit for the next statement', async () => {
  const app = await owing(2)
  const { staff, id, visitIds } = app
  const first = await staff.billing.issue({ id })
  expect(first).toMatchObject({ total: 2700, dueOn: '2026-05-03', broughtForward: 0, outstanding: 2700 })
  await staff.billing.recordPayment({ id, receivedOn: on, amount: 1000, note: 'Bank' })
  await staff.visits.update({ id, visitId: visitIds[0] ?? '', amount: 9000 })
  await later(app, 7)
  const second = await staff.billing.issue({ id })
  expect(second).toMatchObject({ number: 2, total: 1350, broughtForward: 1700 })
  expect(second.period).toEqual({ from: '2026-04-20', to: '2026-04-26' })
  await staff.billing.recordPayment({ id, receivedOn: on, amount: 2200 })
  expect((await staff.billing.statements({ id })).items).toMatchObject([
    { number: 2, paid: 500, outstanding: 850, state: 'issued' },
    { number: 1, paid: 2700, outstanding: 0, state: 'settled' },
  ])
  await staff.billing.recordPayment({ id, receivedOn: on, amount: 1000 })
  expect(await staff.billing.payments({ id })).toMatchObject({ credit: 150 })
  expect((await staff.salons.get({ id })).counts.outstanding).toBe(-150)
  await staff.visits.update({ id, visitId: visitIds[1] ?? '', amount: 9000 })
  await later(app, 7)
  const third = await staff.billing.issue({ id })
  expect(third).toMatchObject({ number: 3, total: 1350, broughtForward: -150, paid: 150, outstanding: 1200 })
  expect(await staff.billing.payments({ id })).toMatchObject({ credit: 0 })
})

test('a wrong payment is taken back once, by another payment', async () => {
  const { staff, sql, id } = await owing(1)
  await staff.billing.issue({ id })
  const wrong = await staff.billing.recordPayment({ id, receivedOn: on, amount: 1350 })
  const back = await staff.billing.takeBackPayment({ id, paymentId: wrong.id, note: 'Another salon' })
  expect(back).toMatchObject({ amount: -1350, takesBack: wrong.id, note: 'Another salon' })
  expect(await staff.billing.takeBackPayment({ id, paymentId: wrong.id })).toEqual(back)
  expect((await staff.billing.payments({ id })).items).toMatchObject([
    { id: back.id, takenBack: false },
    { id: wrong.id, takenBack: true },
  ])
  const statement = await staff.billing.statement({ id, number: 1 })
  expect(statement).toMatchObject({ outstanding: 1350, state: 'issued' })
  await expect(staff.billing.takeBackPayment({ id, paymentId: back.id })).rejects.toThrow(
    'record that one again',
  )
  const actions = await sql`select action from audit_log where action like 'payment.%' order by id`
  expect(actions).toEqual([{ action: 'payment.record' }, { action: 'payment.takeBack' }])
})

test('a repeated request records one payment; two requests at the same time take it back once', async () => {
  const { staff, sql, id } = await owing(1)
  const payment = { id, receivedOn: on, amount: 1350 }
  const options = { idempotencyKey: 'b7f0d0a2-0000-4000-8000-000000000001' }
  const [first, again] = await Promise.all([
    staff.billing.recordPayment(payment, options),
    staff.billing.recordPayment(payment, options),
  ])
  expect(again).toEqual(first)
  const takeBack = () => staff.billing.takeBackPayment({ id, paymentId: first.id })
  const backs = await Promise.all(Array.from({ length: 5 }, takeBack))
  expect(new Set(backs.map((back) => back.id)).size).toBe(1)
  expect(await sql`select 1 from payments`).toHaveLength(2)
})

test('only credit can be paid back, and a payment cannot be in the future', async () => {
  const { staff, id } = await owing(1)
  await staff.billing.issue({ id })
  const pay = (amount: number, receivedOn = on) => staff.billing.recordPayment({ id, receivedOn, amount })
  await expect(pay(-1)).rejects.toThrow('There is nothing to pay back')
  await pay(2000)
  await expect(pay(-651)).rejects.toThrow('Only £6.50 can be paid back')
  expect(await pay(-650)).toMatchObject({ amount: -650 })
  await expect(pay(100, '2026-04-20')).rejects.toThrow('This day is in the future')
  await expect(pay(0)).rejects.toThrow('Please enter an amount')
  expect((await staff.billing.payments({ id })).credit).toBe(0)
})

test('payments of one salon are not found in another', async () => {
  const { staff, id } = await owing(1)
  const { id: paymentId } = await staff.billing.recordPayment({ id, receivedOn: on, amount: 100 })
  const other = await staff.salons.create(salonDetails({ name: 'Other' }))
  await expect(staff.billing.takeBackPayment({ id: other.id, paymentId })).rejects.toThrow(
    'Payment not found',
  )
  expect(await staff.billing.payments({ id: other.id })).toEqual({ items: [], credit: 0 })
})

test('an erasure removes a number from the note and leaves the payment', async () => {
  const { staff, sql, env, clock, id } = await owing(1)
  await staff.billing.recordPayment({ id, receivedOn: on, amount: 100, note: 'From +447700900600' })
  await erase(sql, env, null, { phone: '+447700900600', now: clock() })
  const [payment] = (await staff.billing.payments({ id })).items
  expect(payment).toMatchObject({ amount: 100 })
  expect(payment?.note).not.toContain('900600')
})

test('a statement keeps the due date and names that the salon had when it was issued', async () => {
  const app = await owing(1)
  const { staff, id, visitIds } = app
  const names = {
    legalName: 'Glow Hair Ltd',
    postalAddress: '1 High Street\nLeeds',
    companyNumber: '01234567',
    vatNumber: 'GB123456789',
  }
  await staff.salons.update({ id, ...names, paymentDays: 30 })
  const first = await staff.billing.issue({ id })
  expect(first).toMatchObject({ dueOn: '2026-05-19', period: { from: '2026-03-18', to: on } })
  expect(first.terms).toMatchObject({
    to: { name: 'Glow Hair Ltd', address: '1 High Street\nLeeds', vatNumber: 'GB123456789' },
    from: { name: 'Salonback Limited', vatNumber: null },
    reference: `${(await staff.salons.get({ id })).accountNumber}-1`,
    payUrl: null,
    vatNote: null,
  })
  await staff.salons.update({ id, legalName: 'Another Ltd', paymentDays: 0 })
  expect(await staff.billing.statement({ id, number: 1 })).toEqual(first)
  await staff.visits.update({ id, visitId: visitIds[0] ?? '', amount: 9000 })
  await later(app, 7)
  expect(await staff.billing.issue({ id })).toMatchObject({ dueOn: '2026-04-26', broughtForward: 1350 })
})

test('salons in the agency’s country are charged VAT; others get the note on reverse charge', async () => {
  const settings = {
    VAT_NUMBER: 'IE1234567T',
    VAT_RATE: '23',
    PAYMENT_URL: 'https://pay.example/{number}?amount={amount}',
  }
  const app = await owing(2, settings)
  const { staff, sql, id, clients } = app
  const { accountNumber } = await staff.salons.get({ id })
  const abroad = await staff.billing.issue({ id })
  expect(abroad).toMatchObject({ total: 2700, vat: 0, vatBps: 0 })
  expect(abroad.terms).toMatchObject({
    from: { vatNumber: 'IE1234567T' },
    vatNote: expect.stringContaining('Reverse charge') as string,
    payUrl: `https://pay.example/${accountNumber}-1?amount=27.00`,
  })
  await sql`update salons set country = 'IE'`
  await confirmVisit(app, id, clients[2]?.id ?? '')
  await later(app, 7)
  const home = await staff.billing.issue({ id })
  expect(home).toMatchObject({ total: 1661, vat: 311, vatBps: 2300, broughtForward: 2700, outstanding: 1661 })
  expect(home.terms?.payUrl).toBe(`https://pay.example/${accountNumber}-2?amount=43.61`)
  expect((await staff.billing.entries({ id })).owed.outstanding).toBe(4361)
  const [row] = await sql<[{ page: string }]>`select page from statements where number = 2`
  expect(row.page).toMatch(/VAT at 23 %<.*£3\.11<.*Total<.*£16\.61/s)
  expect(row.page).toContain('23 % of £13.50 = £3.11')
})
