import { expect, test } from 'vitest'
import {
  accountantRows,
  balanceRows,
  dayAndMonth,
  longDay,
  partyLines,
  payLine,
  payUrlOf,
  referenceOf,
  settledText,
  toPayOf,
} from './paper.ts'
import { statementForTests } from './testing.ts'
import { REVERSE_CHARGE } from './vat.ts'

const due = (sum: string) => `To pay by 10 December 2026: ${sum}`

test.each([
  [4050, 0, 4050, due('£40.50'), []],
  [4050, 1000, 5050, due('£50.50'), ['This statement: £40.50', 'Not paid from before: £10.00']],
  [4050, -1000, 3050, due('£30.50'), ['This statement: £40.50', 'Your credit from before: -£10.00']],
  [4050, -4050, 0, 'To pay: nothing', ['This statement: £40.50', 'Your credit from before: -£40.50']],
  [4050, -5000, 0, 'We owe you: £9.50', ['This statement: £40.50', 'Your credit from before: -£50.00']],
  [-1350, 0, 0, 'We owe you: £13.50', []],
  [-1350, 4050, 2700, due('£27.00'), ['This statement: -£13.50', 'Not paid from before: £40.50']],
  [-1350, -500, 0, 'We owe you: £18.50', ['This statement: -£13.50', 'Your credit from before: -£5.00']],
  [-1350, 1350, 0, 'To pay: nothing', ['This statement: -£13.50', 'Not paid from before: £13.50']],
  [0, 0, 0, 'To pay: nothing', []],
  [123_456_789, 0, 123_456_789, due('£1,234,567.89'), []],
])('a total of %i with %i from before', (total, broughtForward, toPay, words, rows) => {
  const statement = { total, broughtForward, dueOn: '2026-12-10', currency: 'GBP' } as const
  const { label, sum } = payLine(statement)
  expect(`${label}: ${sum}`).toBe(words)
  expect(toPayOf(statement)).toBe(toPay)
  expect(balanceRows(statement).map((row) => row.join(': '))).toEqual(rows)
})

test('credits are named between what was owed and what is to be paid', () => {
  const on = '2026-12-01'
  const credits = [
    { kind: 'goodwill', amount: -500, reason: 'A late text', on },
    { kind: 'write_off', amount: -1700, reason: 'Closed', on },
  ] as const
  const rows = balanceRows({ total: 4050, broughtForward: -500, currency: 'GBP', credits: [...credits] })
  expect(rows.map((row) => row.join(' = '))).toEqual([
    'This statement = £40.50',
    'Not paid from before = £17.00',
    'Goodwill on 1 Dec 2026: A late text = -£5.00',
    'Write-off on 1 Dec 2026: Closed = -£17.00',
  ])
})

test.each([
  [4050, 0, ''],
  [3050, 0, '£10.00 paid'],
  [0, 1000, '£30.50 paid, £10.00 credited'],
  [0, 4050, '£40.50 credited'],
])('with %i left, and %i credited: %s', (left, credited, words) => {
  expect(settledText({ total: 4050, broughtForward: 0, left, credited }, 'GBP')).toBe(words)
})

test('a statement from before there were due dates says what is owed', () => {
  const statement = { total: 4050, broughtForward: 0, dueOn: null, currency: 'EUR' } as const
  expect(payLine(statement)).toEqual({ label: 'You owe', sum: '€40.50' })
})

test('days are written out', () => {
  expect(longDay('2026-12-10')).toBe('10 December 2026')
  expect(dayAndMonth('2026-12-01')).toBe('1 December')
})

test.each([
  [undefined, 4050, null],
  ['https://pay.example/{number}?amount={amount}', 4050, 'https://pay.example/101-3?amount=40.50'],
  ['https://pay.example/{number}?amount={amount}', 5, 'https://pay.example/101-3?amount=0.05'],
  ['https://pay.example/{number}?amount={amount}', 123_456, 'https://pay.example/101-3?amount=1234.56'],
  ['https://pay.example/{number}?amount={amount}', 0, null],
  ['https://pay.example/?r={number}&again={number}', 100, 'https://pay.example/?r=101-3&again=101-3'],
  ['https://pay.example/salonback', 100, 'https://pay.example/salonback'],
])('the page %s for %i leads to %s', (page, amount, url) => {
  expect(payUrlOf(page, { reference: referenceOf(101, 3), amount })).toBe(url)
})

test('a party is its name, address and numbers, one per line', () => {
  const numbers = { companyNumber: '123', vatNumber: 'GB1' }
  const lines = partyLines({ name: 'Glow Ltd', address: ' 1 High Street\n\nLeeds ', ...numbers })
  expect(lines).toEqual(['Glow Ltd', ' 1 High Street', 'Leeds ', 'Company number 123', 'VAT number GB1'])
  const plain = { name: 'Glow', address: null, companyNumber: null, vatNumber: null }
  expect(partyLines(plain)).toEqual(['Glow'])
})

test('an accountant reads the period and the VAT, or why there is none', () => {
  const { terms, ...statement } = statementForTests(1)
  const vatRow = (more: Partial<typeof statement>, vatNote: string | null = null) =>
    accountantRows({ ...statement, ...more, terms: terms && { ...terms, vatNote } }).at(-1)?.[1]
  expect(vatRow({})).toBe('No VAT is charged.')
  expect(vatRow({}, REVERSE_CHARGE)).toBe(REVERSE_CHARGE)
  expect(vatRow({ total: 4982, vat: 932, vatBps: 2300 })).toBe(
    '23 % of £40.50 = £9.32, rounded one time on the sum.',
  )
  expect(accountantRows({ ...statement, terms: null })).toEqual([])
})
