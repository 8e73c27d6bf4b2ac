import { moneyPath } from '@salonback/shared/host/addresses.ts'
import type { BankPayment } from '@salonback/shared/salons/billing/contract.ts'
import {
  monthForTests,
  openStatementForTests,
  previewForTests,
} from '@salonback/shared/salons/billing/testing.ts'
import { answer, button, dialog, inTurn, type Screen, screen } from './consoleScreens.ts'
import { csvFile } from './pageHelpers.ts'

const longName = 'Wilhelmina Featherstonehaugh-Cholmondele'
const nothing = 'Fees and reversals add up to nothing'
const late = 'The next one can be sent on 3 May'
const answers = (replies: Record<string, unknown>) =>
  inTurn(...Object.entries(replies).map(([path, json]) => answer(`**/api/admin/money/${path}`, json)))
const bankPayment = (line: number, more: Partial<BankPayment> = {}): BankPayment => ({
  ...{
    line,
    day: '2026-11-03',
    amount: 3050,
    currency: 'GBP',
    text: 'FASTER PAYMENT GLOW HAIR LIMITED 101-1',
  },
  ...{ salonId: previewForTests(2).salonId, salonName: 'Glow 2', state: 'sure', isSure: true },
  reason: 'Reference and sum of statement 1',
  ...more,
})

const money = answers({
  open: {
    items: [
      openStatementForTests(1, { salonName: longName, outstanding: 1_234_567, total: 2_345_678 }),
      openStatementForTests(2, { reminders: ['2026-04-26T09:00:00.000Z'], noReminder: late }),
      openStatementForTests(3, { overdue: false, dueOn: null }),
    ],
    openFrom: null,
    issued: 3,
  },
  statements: {
    statements: [
      previewForTests(1, {
        ...{ salonName: longName, total: 1_234_567, broughtForward: -500 },
        unusual: 'Usually about £41.00. M. …123 paid £450.00.',
      }),
      previewForTests(2),
    ],
    leftOut: [{ salonId: previewForTests(3).salonId, salonName: longName, reason: nothing }],
  },
  'bank/preview': {
    items: [
      bankPayment(2, { salonName: longName, amount: 1_234_567 }),
      bankPayment(3, {
        state: 'likely',
        isSure: false,
        reason: 'Reference of statement 1, of which £30.50 is left',
      }),
      bankPayment(4, {
        state: 'left',
        salonId: null,
        salonName: null,
        reason: 'No reference or name of a salon',
      }),
    ],
    leftOut: [{ line: 5, reason: 'No date' }],
  },
  'months/*': {
    rows: [
      monthForTests(1, { name: longName, unpriced: 12, outstanding: 2_345_678 }),
      monthForTests(2, { currency: 'USD' }),
      monthForTests(3, { salonId: null, name: 'Our own texts', currency: null, visits: 0, fees: 0 }),
    ],
  },
})

const bankFile = csvFile('Current account of Salonback Limited, November 2026.csv', ['Date,Amount'])

export const moneyScreens: Screen[] = [
  screen('money', moneyPath, 'All in GBP', { before: money }),
  screen('money, nothing', moneyPath, 'Every statement is paid.', {
    before: answers({ open: { items: [], openFrom: null, issued: 3 }, 'months/*': { rows: [] } }),
  }),
  screen('money, Issue statements', moneyPath, 'Left out', {
    before: money,
    open: button('Issue statements...'),
  }),
  screen('money, Write off', moneyPath, dialog, { before: money, open: button(/^Write off/) }),
  screen('money, Import payments', moneyPath, 'Left alone', {
    before: money,
    open: inTurn(button('Import payments...'), (page) => page.getByLabel('CSV file').setInputFiles(bankFile)),
  }),
  screen('money, Record payment', moneyPath, dialog, { before: money, open: button(/^Record payment/) }),
]
