import { expect, test } from 'vitest'
import { owing } from '../../testing/owing.ts'
import { later } from '../../testing/salons.ts'
import { createOwnerLink } from '../ownerLinks/ownerLinks.ts'

test('a write-off is no payment, ends reminders, and is named by the next statement', async () => {
  const app = await owing(2)
  const { staff, sql, clock, request, id, visitIds } = app
  await staff.billing.issue({ id })
  await staff.billing.recordPayment({ id, receivedOn: '2026-04-19', amount: 1000 })
  const credit = (amount: number) =>
    ({ id, kind: 'write_off', amount, reason: 'The salon has closed' }) as const
  await expect(staff.billing.addCredit(credit(1701))).rejects.toThrow('Only £17.00 is outstanding')
  const entry = await staff.billing.addCredit(credit(1700))
  expect(entry).toMatchObject({ kind: 'write_off', amount: -1700, visitId: null, statementNumber: null })
  expect(entry.line.reasons).toEqual(['The salon has closed'])
  expect((await staff.billing.open()).items).toEqual([])
  const { owed } = await staff.billing.entries({ id })
  expect(owed).toMatchObject({ payable: 0, later: 0, outstanding: 0 })
  const first = { paid: 1000, credited: 1700, outstanding: 0, state: 'settled' }
  expect((await staff.billing.statements({ id })).items).toMatchObject([first])
  const month = (await staff.billing.month({ month: '2026-04' })).rows
  expect(month).toMatchObject([{ fees: 2700, paid: 1000, outstanding: 0 }])
  const books = (await staff.billing.books({ month: '2026-04' })).items
  expect(books.at(-1)).toMatchObject({
    kind: 'credit',
    total: -1700,
    note: 'Write-off. The salon has closed',
  })

  await staff.visits.update({ id, visitId: visitIds[0] ?? '', amount: 9000 })
  await later(app, 7)
  const second = await staff.billing.issue({ id })
  const named = { kind: 'write_off', amount: -1700, reason: 'The salon has closed', on: '2026-04-19' }
  expect(second).toMatchObject({
    number: 2,
    total: 1350,
    broughtForward: 0,
    outstanding: 1350,
    credits: [named],
  })
  const [stored] = await sql<[{ page: string }]>`select page from statements where number = 2`
  const rows =
    /This statement<.*£13\.50.*Not paid from before<.*£17\.00.*Write-off on 19 Apr 2026: The salon has closed<.*-£17\.00/s
  expect(stored.page).toMatch(rows)
  expect(
    (await staff.billing.entries({ id })).items.find((one) => one.id === entry.id)?.statementNumber,
  ).toBe(2)
  const { path } = await createOwnerLink(sql, { salonId: id, purpose: 'home', subjectId: null, now: clock() })
  const home = await (await request(path)).text()
  expect(home).toMatch(/Paid<.*£10\.00.*Credited by us<.*£17\.00/s)
  expect(home).toContain('£10.00 paid, £17.00 credited')
})

test('a goodwill lowers the next statement’s sum to pay; one given by mistake is taken back once', async () => {
  const { staff, id } = await owing(1)
  const goodwill = { id, kind: 'goodwill', amount: 2000, reason: 'The texts came late' } as const
  const options = { idempotencyKey: 'b7f0d0a2-0000-4000-8000-000000000002' }
  const [wrong, again] = [
    await staff.billing.addCredit(goodwill, options),
    await staff.billing.addCredit(goodwill, options),
  ]
  expect(again).toEqual(wrong)
  expect(await staff.billing.payments({ id })).toMatchObject({ items: [], credit: 2000 })
  const takeBack = () => staff.billing.takeBackCredit({ id, entryId: wrong.id })
  const back = await takeBack()
  expect(back).toMatchObject({ kind: 'goodwill', amount: 2000, takesBack: wrong.id })
  expect(await takeBack()).toEqual(back)
  await expect(staff.billing.takeBackCredit({ id, entryId: back.id })).rejects.toThrow('give that one again')
  await staff.billing.addCredit({ ...goodwill, amount: 200 })
  const statement = await staff.billing.issue({ id })
  expect(statement).toMatchObject({ total: 1350, broughtForward: -200, credited: 200, outstanding: 1150 })
  expect(statement.credits.map(({ amount, reason }) => [amount, reason])).toEqual([
    [-2000, 'The texts came late'],
    [2000, 'Taken back: The texts came late'],
    [-200, 'The texts came late'],
  ])
  const { items } = await staff.billing.entries({ id })
  const fee = items.find(({ kind }) => kind === 'fee')?.id ?? ''
  await expect(staff.billing.takeBackCredit({ id, entryId: fee })).rejects.toThrow('Only a credit')
  const withNumber = { ...goodwill, reason: 'Rang from 07700 900123' }
  await expect(staff.billing.addCredit(withNumber)).rejects.toThrow('Please leave out phone numbers')
})
