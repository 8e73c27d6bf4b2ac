import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { ownerActor } from '../../platform/db/actor.ts'
import { breakSalon } from '../../testing/breakSalon.ts'
import { confirmVisit, owing } from '../../testing/owing.ts'
import { later } from '../../testing/salons.ts'
import { openDispute } from './disputes.ts'

const OWNER = '+447700900301'

/** An owner without an e-mail address gets texts. */
async function textedOwner(visitors: number) {
  const app = await owing(visitors)
  await app.staff.salons.update({ id: app.id, ownerEmail: null })
  return app
}

const textsTo = async ({ sql }: Awaited<ReturnType<typeof owing>>) =>
  (await sql<{ body: string }[]>`select body from messages where phone = ${OWNER} order by seq`).map(
    ({ body }) => body.replace(/https?:\S+/, 'LINK'),
  )

test('one press issues all statements, and a repeat issues none twice', async () => {
  const app = await textedOwner(2)
  const { staff, sql, clock, id, clients } = app
  const quiet = await staff.salons.create(salonDetails({ name: 'Quiet Hair', ownerPhone: '+447700900302' }))
  const [entry] = (await staff.billing.entries({ id })).items
  const preview = await staff.billing.preview()
  const aoife = { salonId: id, salonName: 'Aoife Hair' }
  const first = { ...aoife, currency: 'GBP', number: 1, total: 2700, broughtForward: 0, dueOn: '2026-05-03' }
  expect(preview).toMatchObject({ statements: [first], leftOut: [] })
  expect(preview.statements[0]).toMatchObject({
    lines: [{ amount: 1350 }, { amount: 1350 }],
    unusual: null,
    sentBy: 'text',
  })
  expect(preview.statements[0]?.words).toBe('Statement 1 is ready. To pay by 3 May: £27.00.')
  // Something changes after the preview.
  const entryId = entry?.id ?? ''
  await openDispute(sql, { salonId: id, entryId, note: 'A friend' }, { by: ownerActor(id), now: clock() })
  const stale = await staff.billing.issueAll({ statements: preview.statements, tellOwners: true })
  const reason = 'It has changed since the preview: please look again'
  expect(stale).toEqual({ issued: [], leftOut: [{ ...aoife, reason }] })
  expect(await sql`select 1 from statements`).toHaveLength(0)
  const { statements } = await staff.billing.preview()
  expect(statements.map(({ total }) => total)).toEqual([1350])
  const wanted = [...statements, { salonId: quiet.id, number: 1, total: 500 }]
  const done = await staff.billing.issueAll({ statements: wanted, tellOwners: true })
  expect(done.issued).toEqual([{ ...aoife, number: 1, told: true }])
  expect(done.leftOut.map(({ reason }) => reason)).toEqual(['Nothing is payable yet'])
  const again = await staff.billing.issueAll({ statements: wanted, tellOwners: true })
  expect(again.issued).toEqual([{ ...aoife, number: 1, told: false }])
  expect(await sql`select 1 from statements`).toHaveLength(1)
  expect(await textsTo(app)).toEqual([
    'Salonback for Aoife Hair: Statement 1 is ready. To pay by 3 May: £13.50. See it and how to pay: LINK',
  ])
  // Only the disputed fee is left; then it is reversed.
  expect((await staff.billing.preview()).leftOut).toMatchObject([{ reason: 'The only fee is disputed' }])
  await staff.billing.decideDispute({ id, entryId, upheld: true })
  const nothing = { reason: 'Fees and reversals add up to nothing' }
  expect((await staff.billing.preview()).leftOut).toMatchObject([nothing])
  await confirmVisit(app, id, clients[2]?.id ?? '')
  await later(app, 7)
  const second = { number: 2, total: 1350, broughtForward: 1350 }
  expect((await staff.billing.preview()).statements).toMatchObject([second])
})

test('two presses at the same time issue each statement once', async () => {
  const { staff, sql } = await textedOwner(3)
  const { statements } = await staff.billing.preview()
  await Promise.all(Array.from({ length: 5 }, () => staff.billing.issueAll({ statements, tellOwners: true })))
  expect(await sql`select number from statements`).toEqual([{ number: 1 }])
  expect(await sql`select 1 from messages where phone = ${OWNER}`).toHaveLength(1)
})

test('an overdue statement gets at most two reminders for the rest, none once it is paid', async () => {
  const app = await textedOwner(3)
  const { staff, id } = app
  await staff.billing.issue({ id })
  const remind = () => staff.billing.remind({ id, number: 1 })
  await expect(remind()).rejects.toThrow('It is not overdue')
  await staff.billing.recordPayment({ id, receivedOn: '2026-04-19', amount: 1000 })
  await later(app, 14)
  expect((await staff.billing.open()).items).toMatchObject([{ dueOn: '2026-05-03', overdue: false }])
  await later(app, 1)
  expect((await staff.billing.open()).items).toMatchObject([
    { salonName: 'Aoife Hair', number: 1, total: 4050, outstanding: 3050, overdue: true, noReminder: null },
  ])
  const due = (await staff.today.list()).filter(({ kind }) => kind === 'overdue')
  expect(due.map(({ text }) => text)).toEqual(['1 statement is overdue'])
  expect(await remind()).toEqual({ sentBy: 'text', reminders: 1 })
  await expect(remind()).rejects.toThrow('The next one can be sent on 11 May')
  await later(app, 7)
  expect(await remind()).toEqual({ sentBy: 'text', reminders: 2 })
  await later(app, 30)
  await expect(remind()).rejects.toThrow('Two reminders were sent')
  expect(await textsTo(app)).toEqual([
    'Salonback for Aoife Hair: Statement 1 is ready. To pay by 3 May: £40.50. See it and how to pay: LINK',
    'Salonback for Aoife Hair: A friendly reminder: £30.50 of statement 1 was to be paid by 3 May. If you have just paid, thank you. How to pay: LINK',
    'Salonback for Aoife Hair: £30.50 of statement 1 was to be paid by 3 May and is still open. Is something wrong? Then please write to us. How to pay: LINK',
  ])
  await staff.billing.recordPayment({ id, receivedOn: '2026-05-20', amount: 3050 })
  expect((await staff.billing.open()).items).toEqual([])
  await expect(remind()).rejects.toThrow('It is paid')
  await expect(staff.billing.remind({ id, number: 9 })).rejects.toThrow('Statement not found')
})

test('an owner with an e-mail address gets e-mails instead of texts', async () => {
  const app = await owing(1, { PAYMENT_URL: 'https://pay.example/{number}?amount={amount}' })
  const { staff, sql, id } = app
  const { statements } = await staff.billing.preview()
  await staff.billing.issueAll({ statements, tellOwners: true })
  await staff.billing.recordPayment({ id, receivedOn: '2026-04-19', amount: 100 })
  await later(app, 15)
  expect(await staff.billing.remind({ id, number: 1 })).toEqual({ sentBy: 'mail', reminders: 1 })
  expect(await textsTo(app)).toEqual([])
  const mails = await sql`
    select kind, subject, content->'rows'->0 as first, content->'rows'->-1->>'value' as page from mails
    where kind <> 'receipt' order by created_at`
  expect(mails).toMatchObject([
    { kind: 'statement', subject: 'Statement 1 for Aoife Hair' },
    { kind: 'payment_reminder', subject: 'Reminder: statement 1 for Aoife Hair' },
  ])
  const [pdf] = await sql<[{ name: string; start: string }]>`
    select content->'attachments'->0->>'filename' as name, left(content->'attachments'->0->>'base64', 8) as start
    from mails where kind = 'statement'`
  expect(pdf).toEqual({ name: 'statement-1.pdf', start: 'JVBERi0x' })
  expect(mails[1]?.first).toEqual({ label: 'Still to pay', value: '£12.50' })
  expect(mails[1]?.page).toMatch(/^https:\/\/pay\.example\/\d+-1\?amount=12\.50$/)
})

test('a reminder that cannot reach the owner is refused and not counted', async () => {
  const app = await owing(1)
  const { staff, sql, id } = app
  await staff.salons.update({ id, ownerPhone: null, ownerEmail: null })
  const { statements } = await staff.billing.preview()
  const { issued } = await staff.billing.issueAll({ statements, tellOwners: true })
  expect(issued.map(({ told }) => told)).toEqual([false])
  await later(app, 30)
  await expect(staff.billing.remind({ id, number: 1 })).rejects.toThrow('The owner cannot be reached')
  expect(await sql`select 1 from statement_reminders`).toHaveLength(0)
})

test('a month shows texts, visits, fees and payments by salon, and lists bookings for the accountant', async () => {
  const { staff, sql, id } = await owing(2)
  await sql`update messages set price = 46300, price_unit = 'USD' where kind = 'offer' and phone <> '+447700900602'`
  await staff.billing.issue({ id })
  await staff.billing.recordPayment({ id, receivedOn: '2026-04-19', amount: 1000, note: 'Bank' })
  const march = (await staff.billing.month({ month: '2026-03' })).rows
  expect(march).toEqual([
    {
      ...{ salonId: id, name: 'Aoife Hair', currency: 'GBP' },
      ...{ texts: 3, cost: [{ amount: 92_600, unit: 'USD' }], unpriced: 1 },
      ...{ visits: 2, fees: 0, paid: 0, outstanding: 1700, issued: true },
    },
  ])
  await sql`update messages set status = 'failed' where kind = 'offer' and phone = '+447700900602'`
  expect((await staff.billing.month({ month: '2026-03' })).rows).toMatchObject([{ texts: 3, unpriced: 0 }])
  const april = (await staff.billing.month({ month: '2026-04' })).rows
  expect(april).toMatchObject([{ texts: 0, cost: [], visits: 0, fees: 2700, paid: 1000, outstanding: 1700 }])
  const { items } = await staff.billing.books({ month: '2026-04' })
  const { accountNumber } = await staff.salons.get({ id })
  expect(items.map(({ kind, reference, total, day }) => [kind, reference, total, day])).toEqual([
    ['statement', `${accountNumber}-1`, 2700, '2026-04-19'],
    ['payment', String(accountNumber), 1000, '2026-04-19'],
  ])
  expect((await staff.billing.books({ month: '2026-03' })).items).toEqual([])
  await expect(staff.billing.month({ month: '2026-13' })).rejects.toThrow('Not found')
})

test('a statement that cannot be issued is left out and stops no other', async () => {
  const app = await textedOwner(1)
  const { staff, sql, id } = app
  const broken = await staff.salons.create(salonDetails({ name: 'Broken Hair', ownerPhone: '+447700900302' }))
  await sql`
    insert into ledger_entries (salon_id, client_id, kind, amount, payable_from, line, rule_version, created_by, created_at)
    select ${broken.id}, client_id, kind, amount, payable_from, line, rule_version, created_by, created_at
    from ledger_entries where salon_id = ${id}`
  await breakSalon(sql, { table: 'statements', salonId: broken.id })
  const { statements } = await staff.billing.preview()
  expect(statements.map(({ salonName }) => salonName)).toEqual(['Aoife Hair', 'Broken Hair'])
  const done = await staff.billing.issueAll({ statements: statements.toReversed(), tellOwners: true })
  expect(done.issued.map(({ salonName }) => salonName)).toEqual(['Aoife Hair'])
  expect(done.leftOut).toEqual([
    { salonId: broken.id, salonName: 'Broken Hair', reason: 'It failed. Please try again later' },
  ])
})
