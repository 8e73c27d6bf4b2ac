import { expect, test } from 'vitest'
import type { Dispute } from './contract.ts'
import { ledgerCsv } from './csv.ts'
import { decisionOf, owedFigures, standingOf } from './labels.ts'
import { baseText, kindOf, reasonsText, shareText, sumsOf, workingText } from './statementLines.ts'
import { disputeForTests, entryForTests, statementForTests } from './testing.ts'

const open = disputeForTests
const decided: Dispute = { ...open, decidedAt: '2026-03-23T09:00:00.000Z', decidedBy: 'maya', upheld: false }

test.each([
  [{}, '2026-04-03T11:59:59.999Z', 'Payable from Apr 3, 2026'],
  [{}, '2026-04-03T12:00:00.000Z', 'Payable'],
  [{ dispute: open }, '2026-04-04T12:00:00.000Z', 'Disputed'],
  [{ dispute: decided }, '2026-04-04T12:00:00.000Z', 'Payable'],
  [{ held: true }, '2026-04-04T12:00:00.000Z', 'Waits for a dispute'],
  [{ statementNumber: 2 }, '2026-04-04T12:00:00.000Z', 'Statement 2'],
])('%j at %s is %s', (more, now, standing) => {
  expect(standingOf(entryForTests(1, more), 'Europe/London', new Date(now))).toBe(standing)
})

test.each([
  [null, null],
  [open, null],
  [decided, 'Dispute rejected by maya'],
  [{ ...decided, upheld: true }, 'Dispute upheld by maya'],
])('the dispute %j ended: %s', (dispute, words) => {
  expect(decisionOf(entryForTests(1, { dispute }))).toBe(words)
})

test('the sums of a statement leave out what says nothing', () => {
  const { lines } = statementForTests(1)
  expect(sumsOf({ lines, total: 450, vat: 0, vatBps: 0 })).toEqual([
    ['Fees', 1350],
    ['Reversals', -900],
    ['Total', 450],
  ])
  expect(sumsOf({ lines: lines.slice(0, 1), total: 1350, vat: 0, vatBps: 0 })).toEqual([['Total', 1350]])
  expect(sumsOf({ lines: lines.slice(0, 1), total: 1661, vat: 311, vatBps: 2300 })).toEqual([
    ['Total without VAT', 1350],
    ['VAT at 23 %', 311],
    ['Total', 1661],
  ])
  expect(reasonsText(['Booked 2 days after the text', 'Answered the text'])).toBe(
    'Booked 2 days after the text. Answered the text.',
  )
  expect(lines.map(kindOf)).toEqual([null, 'Reversal'])
})

const change = (paidBefore: number | null, paid: number | null, amount: number, feeBps = 3000) => ({
  kind: amount < 0 ? ('reversal' as const) : ('adjustment' as const),
  ...{ amount, paid, paidBefore, feeBps },
})

test.each([
  ['a fee', { ...change(null, 4500, 1350), kind: 'fee' as const }, '30 % of £45.00', '£45.00 30 %'],
  ['a smaller amount', change(8250, 5000, -975), '£82.50 → £50.00: 30 % of -£32.50 = -£9.75', '-£32.50 30 %'],
  ['a larger amount', change(5000, 8250, 975), '£50.00 → £82.50: 30 % of £32.50 = £9.75', '£32.50 30 %'],
  ['a refund', change(6000, 0, -1800), '£60.00 → £0.00: 30 % of -£60.00 = -£18.00', '-£60.00 30 %'],
  ['a fee owed again', change(0, 6000, 1800), '£0.00 → £60.00: 30 % of £60.00 = £18.00', '£60.00 30 %'],
  // Both fees are rounded up by half a penny, so the share of the difference is another sum.
  ['rounding', change(4555, 4505, -15), '£45.55 → £45.05: 30 % of -£0.50 = -£0.15', '-£0.50 30 %'],
  ['rounding apart', change(4555, 4502, -16), '£45.55 → £45.02: 30 % of -£0.53 = -£0.16', '-£0.53 30 %'],
  ['rounding against', change(4552, 4501, -16), '£45.52 → £45.01, fee £13.66 → £13.50', '– –'],
  ['another share', change(4500, 4500, 450, 4000), '£45.00 → £45.00, fee £13.50 → £18.00', '– –'],
  ['an entry from before', change(null, 0, -1800), null, '– –'],
])('%s is printed so that it can be computed again', (_, line, working, columns) => {
  expect(workingText(line, 'GBP')).toBe(working)
  expect(`${baseText(line, 'GBP')} ${shareText(line)}`).toBe(columns)
})

test('the ledger as CSV computes and names the figure of each line', () => {
  const corrected = { paidBefore: 8250, paid: 5000, reasons: ['The amount was corrected'] }
  const entries = [
    entryForTests(1, { kind: 'reversal', amount: -975, line: { ...entryForTests(1).line, ...corrected } }),
    entryForTests(2, { statementNumber: 2 }),
    entryForTests(3, { statementNumber: 1 }),
    entryForTests(4, { held: true }),
    entryForTests(5, { payableFrom: '2026-05-03T12:00:00.000Z' }),
  ]
  const statements = [statementForTests(2), statementForTests(1, { state: 'settled' })]
  const csv = ledgerCsv(entries, statements, { currency: 'GBP', now: new Date('2026-04-10T12:00:00.000Z') })
  const rows = csv.trim().split('\r\n').slice(1)
  expect(rows[0]).toBe(
    'S. …201,2026-03-20,Reversal,The amount was corrected.,82.5,50,-32.5,30,-9.75,GBP,Payable,2026-04-03,',
  )
  expect(rows.map((row) => row.split(',').at(-3))).toEqual([
    ...['Payable', 'Outstanding', 'Settled', 'Disputed', 'Not yet payable'],
  ])
})

const nothing = { payable: 0, later: 0, disputed: 0, outstanding: 0 }
test.each([
  [{}, 'Not yet payable 0, Payable 0, Outstanding 0'],
  [{ payable: 1350, outstanding: 4050 }, 'Not yet payable 0, Payable 1350, Outstanding 4050'],
  [{ outstanding: -950 }, 'Not yet payable 0, Payable 0, Credit 950'],
  [{ outstanding: -1, disputed: 1350 }, 'Not yet payable 0, Payable 0, Credit 1, Disputed 1350'],
  [
    {
      payable: 1350,
      later: 100,
      disputed: 50,
      outstanding: 9,
      vat: { payable: 311, later: 23, disputed: 12 },
    },
    'Not yet payable 123, Payable 1661, Outstanding 9, Disputed 62',
  ],
])('figures of %j with VAT, and credit by its name', (owed, says) => {
  expect(
    owedFigures({ ...nothing, ...owed })
      .map((one) => one.join(' '))
      .join(', '),
  ).toBe(says)
})
