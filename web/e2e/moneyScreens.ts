import { moneyPath } from '@salonback/shared/host/addresses.ts'
import {
  monthForTests,
  openStatementForTests,
  previewForTests,
} from '@salonback/shared/salons/billing/testing.ts'
import { answer, button, dialog, inTurn, type Screen, screen } from './consoleScreens.ts'

const longName = 'Wilhelmina Featherstonehaugh-Cholmondele'
const nothing = 'Fees and reversals add up to nothing'
const late = 'The next one can be sent on 3 May'
const answers = (replies: Record<string, unknown>) =>
  inTurn(...Object.entries(replies).map(([path, json]) => answer(`**/api/admin/money/${path}`, json)))
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
      previewForTests(1, { salonName: longName, total: 1_234_567, broughtForward: -500 }),
      previewForTests(2),
    ],
    leftOut: [{ salonId: previewForTests(3).salonId, salonName: longName, reason: nothing }],
  },
  'months/*': {
    rows: [
      monthForTests(1, { name: longName, unpriced: 12, outstanding: 2_345_678 }),
      monthForTests(2, { currency: 'USD' }),
      monthForTests(3, { salonId: null, name: 'Our own texts', currency: null, visits: 0, fees: 0 }),
    ],
  },
})

export const moneyScreens: Screen[] = [
  screen('money', moneyPath, 'All in GBP', { before: money }),
  screen('money, nothing', moneyPath, 'Every statement is paid.', {
    before: answers({ open: { items: [], openFrom: null, issued: 3 }, 'months/*': { rows: [] } }),
  }),
  screen('money, Issue statements', moneyPath, 'Left out', {
    before: money,
    open: button('Issue statements...'),
  }),
  screen('money, Record payment', moneyPath, dialog, { before: money, open: button(/^Record payment/) }),
]
