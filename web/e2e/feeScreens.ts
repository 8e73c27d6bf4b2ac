import { salonPath, statementPath } from '@salonback/shared/host/addresses.ts'
import {
  entryForTests,
  paymentForTests,
  statementForTests,
} from '@salonback/shared/salons/billing/testing.ts'
import { visitForTests } from '@salonback/shared/salons/visits/testing.ts'
import { answer, button, dialog, inTurn, type Screen, screen } from './consoleScreens.ts'
import { csvFile } from './pageHelpers.ts'
import { oneSalon, salon } from './salonScreens.ts'

const longNote =
  'She told us at the desk that she had booked before the text came, and she is a friend of mine. '
const visitList = [
  visitForTests(1, {
    firstName: 'Wilhelmina-Featherstonehaugh',
    evidence: [...visitForTests(1).evidence, { kind: 'staff', note: longNote }],
  }),
  visitForTests(2, {
    state: 'attended',
    amount: 1_234_567,
    attribution: { fee: true, reasons: ['Booked 3 days after the text', 'Not here for 9 months before'] },
  }),
]
const dispute = {
  note: longNote,
  openedAt: '2026-11-20T09:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  upheld: null,
  amount: null,
  reason: '',
}
const visitsOfSalon = oneSalon({ 'visits*': { items: visitList, nextCursor: salon.id } }, { state: 'ready' })
const owed = { payable: 1_234_567, later: 90_000, disputed: 1350, outstanding: 2_345_678 }
const entries = [entryForTests(1, { statementNumber: 1 }), entryForTests(2, { dispute }), entryForTests(3)]
const before = oneSalon(
  {
    'ledger*': { items: entries, nextCursor: null, owed },
    'ledger?state=disputed*': { items: entries.slice(1, 2), nextCursor: null, owed },
    statements: {
      items: [statementForTests(2), statementForTests(1, { state: 'settled', paid: 450, outstanding: 0 })],
    },
    payments: {
      items: [paymentForTests(1), paymentForTests(2, { takenBack: true, note: longNote })],
      credit: 1_234_567,
    },
  },
  { state: 'ready' },
)

const appointmentsFile = csvFile('Appointments of Wilhelmina Featherstonehaugh-Cholmondeley, July 2026.csv', [
  'ID,Mobile,Start,Status,Price',
  'a1,+447700900600,2026-07-18 14:30,Completed,45.00',
  'a2,+447700900601,2026-07-18 15:30,Completed,free',
  ...Array.from({ length: 12 }, (_, n) => `b${n},none,some day,The client called to say that she is late,`),
])

const fees = salonPath(salon.id, 'fees')
const visits = salonPath(salon.id, 'visits')

export const feeScreens: Screen[] = [
  screen('a salon, visits', visits, 'Load more visits', { before: visitsOfSalon }),
  screen('a salon, appointments to import', visits, /rows cannot be imported/, {
    before: oneSalon({ 'visits*': { items: [], nextCursor: null } }, { state: 'ready' }),
    open: inTurn(button('Import...'), (page) => page.getByLabel('CSV files').setInputFiles(appointmentsFile)),
  }),
  screen('a salon, a visit to decide', `${visits}&visit=${visitList[0]?.id}`, dialog, {
    before: visitsOfSalon,
  }),
  screen('a salon, add a visit', `${visits}&add=visit&client=${salon.id}`, 'Please write down how you know', {
    before: visitsOfSalon,
    open: inTurn(dialog, (page) =>
      page.getByRole('dialog').getByRole('button', { name: 'Add visit' }).click(),
    ),
  }),
  screen('a salon, fees', fees, 'Decide...', { before }),
  screen('a salon, fees, decide a dispute', fees, dialog, { before, open: button('Decide...') }),
  screen('a salon, fees, Issue?', fees, dialog, { before, open: button('Issue statement...') }),
  screen('a salon, fees, Record payment', fees, dialog, { before, open: button('Record payment...') }),
  screen('a salon, fees, Give credit', fees, dialog, { before, open: button('Give credit...') }),
  screen('a salon, fees, Take back?', fees, dialog, { before, open: button(/^Take back/) }),
  screen('a statement', statementPath(salon.id, 2), 'Reference', {
    before: answer(
      `**/api/admin/salons/${salon.id}/statements/2`,
      statementForTests(2, { salonName: salon.name, ownerName: salon.ownerName }),
    ),
  }),
  screen('a statement, unknown', statementPath(salon.id, 3), 'Statement not found'),
]
