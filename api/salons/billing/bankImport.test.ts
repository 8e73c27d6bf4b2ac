import { expect, test } from 'vitest'
import { owing } from '../../testing/owing.ts'
import { later } from '../../testing/salons.ts'

/** Rows of an Irish bank: a part, the rest under a name, a stranger, rent. */
const fileOf = (account: number) =>
  [
    'Date,Details,Debit,Credit,Balance',
    `19/04/2026,REF ${account}-1,,10.00,`,
    `19/04/2026,REF ${account}-1,,17.00,`,
    '19/04/2026,A STRANGER,,5.00,',
    '19/04/2026,RENT,500.00,,',
  ].join('\n')

test('payments of a bank’s file are shown first, recorded all or none, and never twice', async () => {
  const { staff, sql, id } = await owing(2)
  await staff.billing.issue({ id })
  const csv = fileOf((await staff.salons.get({ id })).accountNumber).split('\n')
  const { items } = await staff.billing.previewBank({ csv })
  const shown = items.map(({ line, state, amount, reason }) => [line, state, amount, reason])
  expect(shown).toEqual([
    [2, 'likely', 1000, 'Reference of statement 1, of which £27.00 is left'],
    [3, 'sure', 1700, 'Reference and sum of statement 1'],
    [4, 'left', 500, 'No reference or name of a salon'],
  ])
  expect(await sql`select 1 from payments`).toHaveLength(0)
  const chosen = [
    { line: 2, salonId: id, amount: 1000 },
    { line: 3, salonId: id, amount: 1700 },
  ]
  const wrong = [...chosen.slice(0, 1), { line: 4, salonId: id, amount: 500 }]
  await expect(staff.billing.importBank({ csv, chosen: wrong })).rejects.toThrow('changed since the preview')
  expect(await sql`select 1 from payments`).toHaveLength(0)
  const twice = await Promise.all([1, 2].map(() => staff.billing.importBank({ csv, chosen })))
  expect(twice.map(({ recorded }) => recorded).sort()).toEqual([0, 2])
  // A longer export with the same rows.
  expect(await staff.billing.importBank({ csv: [...csv, '20/04/2026,MORE,,1.00,'], chosen })).toEqual({
    recorded: 0,
  })
  expect((await staff.billing.statement({ id, number: 1 })).state).toBe('settled')
  const again = (await staff.billing.previewBank({ csv })).items.map(({ state }) => state)
  expect(again).toEqual(['known', 'known', 'left'])
  const receipts =
    await sql`select subject, content->'rows'->2 as rest from mails where kind = 'receipt' order by created_at, subject`
  expect(receipts).toEqual([
    { subject: 'Receipt for Aoife Hair: £10.00', rest: { label: 'Still to pay', value: '£17.00' } },
    { subject: 'Receipt for Aoife Hair: £17.00', rest: { label: 'Still to pay', value: '£0.00' } },
  ])
})

test('a payment that staff recorded by hand is not ticked; another file is refused with the reason', async () => {
  const { staff, id } = await owing(2)
  await staff.billing.issue({ id })
  const csv = fileOf((await staff.salons.get({ id })).accountNumber).split('\n')
  await staff.billing.recordPayment({ id, receivedOn: '2026-04-17', amount: 1000 })
  expect((await staff.billing.previewBank({ csv })).items[0]).toMatchObject({
    ...{ state: 'likely', reason: 'Looks recorded by hand already', salonName: 'Aoife Hair' },
  })
  await expect(staff.billing.previewBank({ csv: ['Name,Phone', 'Maya,1'] })).rejects.toThrow(
    'No columns for date',
  )
})

test('a closed month takes no payment: what is learnt later is booked in the open one', async () => {
  const app = await owing(2)
  const { staff, sql, id, visitIds } = app
  await staff.billing.issue({ id })
  const csv = fileOf((await staff.salons.get({ id })).accountNumber).split('\n')
  await staff.visits.update({ id, visitId: visitIds[0] ?? '', amount: 6000 })
  const close = (month: string) => staff.billing.closeMonth({ month })
  await expect(close('2026-04')).rejects.toThrow('April 2026 has not ended')
  await later(app, 13)
  expect(await close('2026-04')).toEqual({ openFrom: '2026-05-01' })
  expect(await close('2026-03')).toEqual({ openFrom: '2026-05-01' })
  expect((await staff.billing.open()).openFrom).toBe('2026-05-01')
  const april = await staff.billing.month({ month: '2026-04' })
  await expect(staff.billing.recordPayment({ id, receivedOn: '2026-04-30', amount: 100 })).rejects.toThrow(
    'This month is closed: please enter May 1, 2026 or later',
  )
  const chosen = [{ line: 2, salonId: id, amount: 1000 }]
  expect(await staff.billing.importBank({ csv, chosen })).toEqual({ recorded: 1 })
  const [payment] = (await staff.billing.payments({ id })).items
  expect(payment).toMatchObject({
    receivedOn: '2026-05-01',
    note: expect.stringContaining('Paid on 2026-04-19. ') as string,
  })
  // The correction of April stays, and May gets another.
  await staff.visits.update({ id, visitId: visitIds[0] ?? '', amount: 4500 })
  const kinds = (await staff.billing.entries({ id })).items.map(({ kind, amount }) => [kind, amount])
  expect(kinds.slice(0, 2)).toEqual([
    ['reversal', -450],
    ['adjustment', 450],
  ])
  const outstanding = 1700
  expect((await staff.billing.month({ month: '2026-04' })).rows).toMatchObject(
    april.rows.map(({ fees, paid }) => ({ fees, paid, outstanding })),
  )
  const direct = sql`insert into payments (salon_id, received_on, amount, note, created_by, created_at) values (${id}, '2026-04-30', 1, '', '', now())`
  await expect(direct).rejects.toThrow('the month is closed')
})
