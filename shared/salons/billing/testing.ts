import type {
  Dispute,
  LedgerEntry,
  MonthRow,
  OpenStatement,
  Payment,
  Statement,
  StatementPreview,
  Terms,
} from './contract.ts'

/** A dispute that waits for a decision. */
export const disputeForTests: Dispute = {
  note: 'She came by herself',
  openedAt: '2026-03-22T09:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  upheld: null,
  amount: null,
  reason: '',
}

/** A fee that can go on a statement, for tests of screens. */
export const entryForTests = (n: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: `5d6ff7a0-0000-4000-8000-00000000060${n}`,
  visitId: `5d6ff7a0-0000-4000-8000-00000000040${n}`,
  kind: 'fee',
  amount: 1350,
  line: {
    client: `S. …20${n}`,
    visitOn: '2026-03-20',
    paid: 4500,
    feeBps: 3000,
    reasons: ['Booked 2 days after the text', 'Not here for 6 months before', 'Answered the text'],
  },
  payableFrom: '2026-04-03T12:00:00.000Z',
  ruleVersion: '2026-11-25',
  dispute: null,
  held: false,
  statementNumber: null,
  corrects: null,
  takesBack: null,
  takenBack: false,
  createdBy: 'maya',
  createdAt: '2026-03-21T09:00:00.000Z',
  ...more,
})

/** What statements say about the parties and how to pay. */
const termsForTests = (number: number): Terms => ({
  from: {
    name: 'Salonback Limited',
    address: '1 Sample Street\nDublin 2',
    companyNumber: '000000',
    vatNumber: null,
  },
  to: { name: 'Glow & Co.', address: null, companyNumber: null, vatNumber: null },
  reference: `101-${number}`,
  bank: [['IBAN', 'IE00 SAMP 0000 0000 0000 00']],
  payUrl: null,
  vatNote: null,
})

/** A statement with one fee and the reversal of another. */
export const statementForTests = (number: number, more: Partial<Statement> = {}): Statement => {
  const { amount, kind, line, ruleVersion } = entryForTests(1)
  const reasons = ['Taken back: had a booking before the text']
  const reversed = { ...line, client: 'M. …202', paidBefore: 3000, paid: 0, reasons }
  return {
    number,
    issuedAt: '2026-04-10T09:00:00.000Z',
    issuedBy: 'maya',
    currency: 'GBP',
    total: 450,
    dueOn: '2026-04-24',
    paid: 0,
    credited: 0,
    outstanding: 450,
    left: 450,
    state: 'issued',
    vat: 0,
    vatBps: 0,
    vatParts: [{ bps: 0, note: null, net: 450, vat: 0, corrects: [] }],
    broughtForward: 0,
    period: { from: '2026-03-20', to: '2026-04-10' },
    terms: termsForTests(number),
    credits: [],
    salonName: 'Glow & Co.',
    ownerName: 'Aoife Byrne',
    timeZone: 'Europe/London',
    account: { later: 900, payable: 0, outstanding: 450, disputed: 0 },
    lines: [
      { ...line, kind, amount, ruleVersion },
      { ...reversed, kind: 'reversal', amount: -900, ruleVersion },
    ],
    ...more,
  }
}

/** A payment of £40.50, for tests of screens. */
export const paymentForTests = (n: number, more: Partial<Payment> = {}): Payment => ({
  id: `5d6ff7a0-0000-4000-8000-00000000070${n}`,
  receivedOn: '2026-04-20',
  amount: 4050,
  note: 'Bank transfer',
  takesBack: null,
  takenBack: false,
  createdBy: 'maya',
  createdAt: '2026-04-20T09:00:00.000Z',
  ...more,
})

const salonIdOf = (n: number) => `5d6ff7a0-0000-4000-8000-00000000000${n}`

/** An overdue statement of £40.50, for tests of screens. */
export const openStatementForTests = (n: number, more: Partial<OpenStatement> = {}): OpenStatement => ({
  salonId: salonIdOf(n),
  salonName: `Glow ${n}`,
  timeZone: 'Europe/London',
  currency: 'GBP',
  number: n,
  issuedAt: '2026-04-10T09:00:00.000Z',
  dueOn: '2026-04-24',
  total: 4050,
  outstanding: 3050,
  overdue: true,
  reminders: [],
  noReminder: null,
  ...more,
})

export const previewForTests = (n: number, more: Partial<StatementPreview> = {}): StatementPreview => ({
  salonId: salonIdOf(n),
  salonName: `Glow ${n}`,
  currency: 'GBP',
  number: 1,
  total: 1350,
  broughtForward: 0,
  dueOn: '2026-05-03',
  lines: [{ ...entryForTests(1).line, kind: 'fee', amount: 1350, ruleVersion: '2026-11-25' }],
  unusual: null,
  sentBy: 'mail',
  words: 'Statement 1 is ready. To pay by 3 May: £13.50.',
  ...more,
})

export const monthForTests = (n: number, more: Partial<MonthRow> = {}): MonthRow => ({
  salonId: salonIdOf(n),
  name: `Glow ${n}`,
  currency: 'GBP',
  texts: 151,
  cost: [{ amount: 6_991_300, unit: 'USD' }],
  unpriced: 0,
  visits: 5,
  fees: 6750,
  paid: 1000,
  outstanding: 5750,
  issued: true,
  ...more,
})
