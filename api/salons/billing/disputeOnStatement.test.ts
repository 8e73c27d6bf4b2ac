import { expect, test } from 'vitest'
import { confirmVisit, owing } from '../../testing/owing.ts'
import { ownerLink } from '../../testing/ownerLink.ts'
import { later } from '../../testing/salons.ts'

/** One fee of £13.50 on statement 1, to pay by 3 May 2026; it is 19 April. */
async function issuedFee() {
  const app = await owing(1)
  const { staff, visitor, id } = app
  await staff.billing.issue({ id })
  const entryId = (await staff.billing.entries({ id })).items[0]?.id ?? ''
  const { token } = await ownerLink(app, id, 'home')
  const dispute = () => visitor.owner.dispute({ token, entryId, note: 'She had booked before' })
  const page = async () => (await (await app.request(`/o/${token}/results`)).text()).replaceAll(/\s+/g, ' ')
  return { ...app, entryId, token, dispute, page }
}

test.each([0, 1, 13, 14])(
  'a fee can be disputed %i days after its statement, and is taken back on the next one',
  async (days) => {
    const app = await issuedFee()
    const { staff, id, entryId, page, dispute } = app
    await later(app, days)
    expect(await page()).toContain('You can dispute it until 3 May 2026.')
    await dispute()
    expect(await page()).toContain('On statement 1. You disputed it. We are looking into it.')
    expect((await staff.salons.get({ id })).counts.disputesOpen).toBe(1)
    await staff.billing.decideDispute({ id, entryId, upheld: true })
    expect(await page()).toContain('You were right')
    const { total, lines } = await staff.billing.issue({ id })
    expect([total, lines.map(({ corrects }) => corrects)]).toEqual([-1350, [1]])
    expect((await staff.billing.entries({ id })).owed.outstanding).toBe(0)
  },
)

test.each([15, 16, 60])('%i days after the statement it is too late', async (days) => {
  const app = await issuedFee()
  await later(app, days)
  await expect(app.dispute()).rejects.toThrow(
    'statement 1, which was to be paid by 3 May. Please write to us.',
  )
  expect(await app.page()).not.toContain('dispute it until')
})

test('a rejected dispute is not opened again, and the statement stays to be paid', async () => {
  const { staff, id, entryId, dispute, page } = await issuedFee()
  await dispute()
  await staff.billing.decideDispute({ id, entryId, upheld: false })
  expect(await page()).toContain('We checked it: the fee stays.')
  await expect(dispute()).rejects.toThrow('You have disputed this fee already')
  expect((await staff.billing.entries({ id })).owed).toMatchObject({
    outstanding: 1350,
    payable: 0,
    disputed: 0,
  })
})

test('a statement with a disputed fee gets no reminder until staff have decided', async () => {
  const app = await issuedFee()
  const { staff, id, entryId, dispute } = app
  await dispute()
  await later(app, 20)
  expect((await staff.billing.open()).items).toMatchObject([
    { overdue: true, noReminder: 'A fee on it is disputed: please decide first' },
  ])
  await expect(staff.billing.remind({ id, number: 1 })).rejects.toThrow('please decide first')
  await staff.billing.decideDispute({ id, entryId, upheld: false })
  expect((await staff.billing.remind({ id, number: 1 })).reminders).toBe(1)
})

test('a visit that is decided late is on no statement before the owner could see the fee for 7 days', async () => {
  const app = await owing(0)
  const { staff, id, clients } = app
  await confirmVisit(app, id, clients[0]?.id ?? '')
  expect((await staff.billing.entries({ id })).owed).toMatchObject({ payable: 0, later: 1350 })
  await expect(staff.billing.issue({ id })).rejects.toThrow('Nothing is payable yet')
  expect((await staff.billing.preview()).leftOut).toMatchObject([
    { reason: 'Nothing is payable before Apr 26, 2026' },
  ])
  await later(app, 6)
  await expect(staff.billing.issue({ id })).rejects.toThrow('Nothing is payable yet')
  await later(app, 1)
  expect(await staff.billing.issue({ id })).toMatchObject({ total: 1350 })
})
