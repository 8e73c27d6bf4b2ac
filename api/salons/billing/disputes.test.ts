import { expect, test } from 'vitest'
import { confirmVisit, owing } from '../../testing/owing.ts'
import { ownerLink } from '../../testing/ownerLink.ts'
import { later } from '../../testing/salons.ts'

/** One fee of £13.50 for a visit of £45; with `issued` it is on statement 1, to pay by 3 May 2026. It is 19 April. */
async function oneFee({ issued = true } = {}) {
  const app = await owing(1)
  const { staff, visitor, sql, id } = app
  await staff.salons.update({ id, ownerEmail: null })
  if (issued) await staff.billing.issue({ id })
  const entryId = (await staff.billing.entries({ id })).items[0]?.id ?? ''
  const { token } = await ownerLink(app, id, 'home')
  const dispute = () => visitor.owner.dispute({ token, entryId, note: 'She had booked before' })
  const lines = async () =>
    (await staff.billing.entries({ id })).items
      .map(({ amount, line }) => `${amount} of ${line.paid}`)
      .join(', ')
  const sum = async () =>
    (await staff.billing.entries({ id })).items.reduce((all, { amount }) => all + amount, 0)
  const page = async () => (await (await app.request(`/o/${token}/results`)).text()).replaceAll(/\s+/g, ' ')
  const texts = async () =>
    (
      await sql<{ body: string }[]>`
      select body from messages where phone = '+447700900301' and body like '%about%' or body like '%checked%' or body like '%looking%'
      order by seq`
    ).map(({ body }) => body.replace(/https?:\S+/, 'LINK'))
  return { ...app, entryId, dispute, lines, sum, page, texts }
}

async function disputedFee(issued = false) {
  const app = await oneFee({ issued })
  await app.dispute()
  return app
}

test.each([0, 1, 13, 14])(
  'a fee can be disputed %i days after its statement, and is taken back on the next one',
  async (days) => {
    const app = await oneFee()
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

test('15, 16 and 60 days after the statement it is too late', async () => {
  const app = await oneFee()
  for (const days of [15, 1, 44]) {
    await later(app, days)
    await expect(app.dispute()).rejects.toThrow(
      'statement 1, which was to be paid by 3 May. Please write to us.',
    )
    expect(await app.page()).not.toContain('dispute it until')
  }
})

test('a rejected dispute is not opened again, and the statement stays to be paid', async () => {
  const { staff, id, entryId, dispute, page } = await oneFee()
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
  const app = await oneFee()
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

type Decision = { upheld: boolean; amount?: number | null; reason?: string }

/** Lines of the ledger, newest first: amount and paid; what the owner reads on the page and in a text. */
test.each<[what: string, issued: boolean, Decision, lines: string, page: string, text: string]>([
  [
    'no fee',
    false,
    { upheld: true, reason: 'She had booked before' },
    '-1350 of 0, 1350 of 4500',
    'You were right: it is taken back. “She had booked before”',
    'You were right about the fee of £13.50 for M. …600: you pay nothing for this client. She had booked before. See it here: LINK',
  ],
  [
    'no fee, without a reason',
    false,
    { upheld: true },
    '-1350 of 0, 1350 of 4500',
    'You were right: it is taken back.',
    'you pay nothing for this client. See it here: LINK',
  ],
  [
    'the right amount',
    false,
    { upheld: true, amount: 3000, reason: 'Products are free.' },
    '-450 of 3000, 1350 of 4500',
    'You were right: it is corrected. “Products are free.”',
    'You were right about the fee of £13.50 for M. …600: it is £9.00 now. Products are free. See it here: LINK',
  ],
  [
    'an amount of nothing',
    false,
    { upheld: true, amount: 0, reason: 'Refunded' },
    '-1350 of 0, 1350 of 4500',
    'You were right: it is corrected.',
    'it is £0.00 now. Refunded. See it here: LINK',
  ],
  [
    'a penny less',
    false,
    { upheld: true, amount: 4499, reason: 'Change' },
    '1350 of 4500',
    'You were right: it is corrected.',
    'it is £13.50 now.',
  ],
  [
    'the fee stays',
    false,
    { upheld: false, reason: 'She answered the text' },
    '1350 of 4500',
    'We checked it: the fee stays. “She answered the text”',
    'We checked the fee of £13.50 for M. …600: it stays. She answered the text. See it here: LINK',
  ],
  [
    'no fee, on a statement',
    true,
    { upheld: true, reason: 'A friend' },
    '-1350 of 0, 1350 of 4500',
    'You were right: it is taken back. “A friend” On statement 1.',
    'A friend. It is on statement 1: the next one takes the difference back. See it here: LINK',
  ],
  [
    'the right amount, on a statement',
    true,
    { upheld: true, amount: 3000, reason: 'Products' },
    '-450 of 3000, 1350 of 4500',
    'it is corrected. “Products” On statement 1.',
    'it is £9.00 now. Products. It is on statement 1: the next one takes the difference back.',
  ],
  [
    'the fee stays, on a statement',
    true,
    { upheld: false, reason: 'See the list' },
    '1350 of 4500',
    'the fee stays. “See the list” On statement 1.',
    'it stays. See the list. See it here: LINK',
  ],
])(
  'a decision of %s reaches the owner, and can be undone',
  async (_, issued, decision, lines, page, text) => {
    const app = await disputedFee(issued)
    const { staff, id, entryId } = app
    const { dispute } = await staff.billing.decideDispute({ id, entryId, ...decision })
    expect(dispute).toMatchObject({ amount: null, reason: '', ...decision, decidedBy: 'maya' })
    expect(await app.lines()).toEqual(lines)
    expect(await app.page()).toContain(page)
    expect((await app.texts()).at(-1)).toContain(text)
    // The same decision again changes nothing; another one is refused.
    await staff.billing.decideDispute({ id, entryId, ...decision })
    await expect(staff.billing.decideDispute({ id, entryId, upheld: !decision.upheld })).rejects.toThrow(
      'no open dispute',
    )
    expect(await app.lines()).toEqual(lines)
    await later(app, 1)
    expect((await staff.billing.reopenDispute({ id, entryId })).dispute).toMatchObject({
      upheld: null,
      decidedAt: null,
    })
    expect(await app.sum()).toBe(1350)
    expect(await app.page()).toContain('You disputed it. We are looking into it.')
    expect((await app.texts()).at(-1)).toContain('We are looking at the fee of £13.50 for M. …600 again.')
    await expect(staff.billing.reopenDispute({ id, entryId })).rejects.toThrow('no decided dispute')
    // It can be decided again.
    await staff.billing.decideDispute({ id, entryId, upheld: true, amount: 2000, reason: 'Again' })
    expect(await app.sum()).toBe(600)
  },
)

test.each<[what: string, Decision, says: string]>([
  ['more than was charged', { upheld: true, amount: 5000 }, 'less than £45.00'],
  ['what was charged', { upheld: true, amount: 4500 }, 'less than £45.00'],
  ['an amount although the fee stays', { upheld: false, amount: 3000 }, 'Only an upheld dispute'],
  ['a negative amount', { upheld: true, amount: -1 }, 'cannot be negative'],
])('a decision of %s is refused', async (_, decision, says) => {
  const { staff, id, entryId, lines } = await disputedFee()
  await expect(staff.billing.decideDispute({ id, entryId, ...decision })).rejects.toThrow(says)
  expect(await lines()).toEqual('1350 of 4500')
})

test('an amount that was changed since is kept when a decision is taken back', async () => {
  const { staff, id, entryId, visitIds, sum } = await disputedFee()
  await staff.billing.decideDispute({ id, entryId, upheld: true, amount: 3000, reason: 'Products' })
  await staff.visits.update({ id, visitId: visitIds[0] ?? '', amount: 2000 })
  await staff.billing.reopenDispute({ id, entryId })
  expect(await sum()).toBe(600)
})
