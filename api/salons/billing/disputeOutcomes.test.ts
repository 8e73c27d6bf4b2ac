import { expect, test } from 'vitest'
import { owing } from '../../testing/owing.ts'
import { ownerLink } from '../../testing/ownerLink.ts'
import { later } from '../../testing/salons.ts'

/** A disputed fee of £13.50 for a visit of £45; with `issued` it is on statement 1. */
async function disputedFee(issued = false) {
  const app = await owing(1)
  const { staff, visitor, sql, id } = app
  await staff.salons.update({ id, ownerEmail: null })
  if (issued) await staff.billing.issue({ id })
  const entryId = (await staff.billing.entries({ id })).items[0]?.id ?? ''
  const { token } = await ownerLink(app, id, 'home')
  await visitor.owner.dispute({ token, entryId, note: 'She bought shampoo, too' })
  const lines = async () =>
    (await staff.billing.entries({ id })).items.map(({ amount, line }) => [amount, line.paid])
  const page = async () => (await (await app.request(`/o/${token}/results`)).text()).replaceAll(/\s+/g, ' ')
  const texts = async () =>
    (
      await sql<{ body: string }[]>`
      select body from messages where phone = '+447700900301' and body like '%about%' or body like '%checked%' or body like '%looking%'
      order by seq`
    ).map(({ body }) => body.replace(/https?:\S+/, 'LINK'))
  return { ...app, entryId, lines, page, texts }
}

type Decision = { upheld: boolean; amount?: number | null; reason?: string }

/** Lines of the ledger, newest first: amount and paid; what the owner reads on the page and in a text. */
test.each<[what: string, issued: boolean, Decision, lines: [number, number][], page: string, text: string]>([
  [
    'no fee',
    false,
    { upheld: true, reason: 'She had booked before' },
    [
      [-1350, 0],
      [1350, 4500],
    ],
    'You were right: it is taken back. “She had booked before”',
    'You were right about the fee of £13.50 for M. …600: you pay nothing for this client. She had booked before. See it here: LINK',
  ],
  [
    'no fee, without a reason',
    false,
    { upheld: true },
    [
      [-1350, 0],
      [1350, 4500],
    ],
    'You were right: it is taken back.',
    'you pay nothing for this client. See it here: LINK',
  ],
  [
    'the right amount',
    false,
    { upheld: true, amount: 3000, reason: 'Products are free.' },
    [
      [-450, 3000],
      [1350, 4500],
    ],
    'You were right: it is corrected. “Products are free.”',
    'You were right about the fee of £13.50 for M. …600: it is £9.00 now. Products are free. See it here: LINK',
  ],
  [
    'an amount of nothing',
    false,
    { upheld: true, amount: 0, reason: 'Refunded' },
    [
      [-1350, 0],
      [1350, 4500],
    ],
    'You were right: it is corrected.',
    'it is £0.00 now. Refunded. See it here: LINK',
  ],
  [
    'a penny less',
    false,
    { upheld: true, amount: 4499, reason: 'Change' },
    [[1350, 4500]],
    'You were right: it is corrected.',
    'it is £13.50 now.',
  ],
  [
    'the fee stays',
    false,
    { upheld: false, reason: 'She answered the text' },
    [[1350, 4500]],
    'We checked it: the fee stays. “She answered the text”',
    'We checked the fee of £13.50 for M. …600: it stays. She answered the text. See it here: LINK',
  ],
  [
    'no fee, on a statement',
    true,
    { upheld: true, reason: 'A friend' },
    [
      [-1350, 0],
      [1350, 4500],
    ],
    'You were right: it is taken back. “A friend” On statement 1.',
    'A friend. It is on statement 1: the next one takes the difference back. See it here: LINK',
  ],
  [
    'the right amount, on a statement',
    true,
    { upheld: true, amount: 3000, reason: 'Products' },
    [
      [-450, 3000],
      [1350, 4500],
    ],
    'it is corrected. “Products” On statement 1.',
    'it is £9.00 now. Products. It is on statement 1: the next one takes the difference back.',
  ],
  [
    'the fee stays, on a statement',
    true,
    { upheld: false, reason: 'See the list' },
    [[1350, 4500]],
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
    const sum = (await app.lines()).reduce((all, [amount]) => all + Number(amount), 0)
    expect(sum).toBe(1350)
    expect(await app.page()).toContain('You disputed it. We are looking into it.')
    expect((await app.texts()).at(-1)).toContain('We are looking at the fee of £13.50 for M. …600 again.')
    await expect(staff.billing.reopenDispute({ id, entryId })).rejects.toThrow('no decided dispute')
    // It can be decided again.
    await staff.billing.decideDispute({ id, entryId, upheld: true, amount: 2000, reason: 'Again' })
    expect((await app.lines()).reduce((all, [amount]) => all + Number(amount), 0)).toBe(600)
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
  expect(await lines()).toEqual([[1350, 4500]])
})

test('an amount that was changed since is kept when a decision is taken back', async () => {
  const { staff, id, entryId, visitIds, lines } = await disputedFee()
  await staff.billing.decideDispute({ id, entryId, upheld: true, amount: 3000, reason: 'Products' })
  await staff.visits.update({ id, visitId: visitIds[0] ?? '', amount: 2000 })
  await staff.billing.reopenDispute({ id, entryId })
  expect((await lines()).reduce((all, [amount]) => all + Number(amount), 0)).toBe(600)
})
