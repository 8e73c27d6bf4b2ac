import { expect, test } from 'vitest'
import { owing } from '../../testing/owing.ts'
import { answeredSalon } from '../../testing/textedSalon.ts'

test('staff confirm an amount over five times the usual one', async () => {
  const { staff, id, visitIds } = await owing(3)
  const [visitId = ''] = visitIds
  const change = (amount: number, amountConfirmed?: boolean) =>
    staff.visits.update({ id, visitId, amount, ...(amountConfirmed !== undefined && { amountConfirmed }) })
  const amounts = async () => (await staff.visits.list({ id })).items.map(({ amount }) => amount)
  // Two other amounts are too few: the limit is that of an unknown salon.
  await expect(change(45_000)).rejects.toThrow('Is £450.00 right? Then send it again.')
  expect(await amounts()).toEqual([4500, 4500, 4500])
  expect(await change(45_000, true)).toMatchObject({ amount: 45_000 })
  // The same amount is not asked about again.
  expect(await change(45_000)).toMatchObject({ amount: 45_000 })
  expect(await staff.visits.update({ id, visitId, state: 'no_show' })).toMatchObject({ state: 'no_show' })
  expect(await change(30_000)).toMatchObject({ amount: 30_000 })
})

test('the owner confirms it by sending the form a second time', async () => {
  const { app, id, mary, token } = await answeredSalon()
  const { staff, sql, request } = app
  const send = (form: Record<string, string>) =>
    request(`/o/${token}/visit`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        clientId: mary,
        visitId: '',
        currency: 'GBP',
        came: 'yes',
        visitOn: '2026-03-18',
        ...form,
      }).toString(),
    })
  const asked = await send({ amount: '4500' })
  expect(asked.status).toBe(422)
  const page = await asked.text()
  expect(page).toContain('Is £4,500.00 right? Then send it again.')
  expect(page).toContain('name="asked" value="4500"')
  expect(await sql`select 1 from ledger_entries`).toHaveLength(0)
  // Another amount needs another confirmation.
  expect((await send({ amount: '4501', asked: '4500' })).status).toBe(422)
  expect((await send({ amount: '4500', asked: '4500' })).status).toBe(200)
  expect((await staff.visits.list({ id })).items.map(({ amount }) => amount)).toEqual([450_000])
})
