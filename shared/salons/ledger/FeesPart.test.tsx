// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { resetUserState } from '../../host/reset.ts'
import { errorResponse, type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { salonForTests } from '../salons/testing.ts'
import { FeesPart } from './FeesPart.tsx'
import { StatementPage } from './StatementPage.tsx'
import { entryForTests, statementForTests } from './testing.ts'

afterEach(() => {
  cleanup()
  resetUserState()
  vi.restoreAllMocks()
})

type LedgerCalls = NonNullable<FakeCalls['ledger']>
const salon = salonForTests(1)
const dispute = {
  note: 'She came by herself',
  openedAt: '2026-03-22T09:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  upheld: null,
}
const disputed = entryForTests(2, { dispute })
const owed = { payable: 4050, later: 900, disputed: 1350, outstanding: 450 }
const entries = [entryForTests(1, { statementNumber: 2 }), disputed, entryForTests(3)]

function open(calls: LedgerCalls = {}) {
  const platform = fakePlatform(
    {
      ledger: {
        list: async ({ state }) => ({
          items: state === 'disputed' ? entries.filter((entry) => entry.dispute) : entries,
          nextCursor: null,
          owed,
        }),
        statements: async () => ({
          items: [statementForTests(2), statementForTests(1, { state: 'settled' })],
        }),
        ...calls,
      },
    },
    `/admin/salons/${salon.id}?part=fees`,
  )
  renderScreen(<FeesPart salon={salon} />, platform)
  return platform
}

test('three figures, and the ledger as the owner reads it', async () => {
  open()
  const figures = (await screen.findByText('Payable', { selector: 'dt' })).closest('dl')
  expect(figures?.textContent).toBe('Not yet payable£9.00Payable£40.50Outstanding£4.50Disputed£13.50')
  const ledger = within(await screen.findByRole('region', { name: 'Ledger' }))
  const rows = ledger.getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'S. …201Mar 20, 2026Booked 2 days after the text. Not here for 6 months before. Answered the text.£45.0030 %£13.50Statement 2',
    'S. …202Mar 20, 2026Booked 2 days after the text. Not here for 6 months before. Answered the text.£45.0030 %£13.50Disputed',
    'S. …203Mar 20, 2026Booked 2 days after the text. Not here for 6 months before. Answered the text.£45.0030 %£13.50Payable',
  ])
  expect(ledger.getByRole('link', { name: 'Statement 2' }).getAttribute('href')).toBe(
    `/admin/salons/${salon.id}/statements/2`,
  )
})

test('staff read the owner’s note and decide the dispute', async () => {
  const decideDispute = vi.fn<NonNullable<LedgerCalls['decideDispute']>>(async () => disputed)
  open({ decideDispute })
  const list = within(await screen.findByRole('list', { name: 'Disputes' }))
  expect(list.getByText(/She came by herself/)).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Reject' }))
  expect(await screen.findByText('£13.50 is still owed.')).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Uphold: no fee' }))
  expect(await screen.findByText('No fee is owed for this visit.')).toBeTruthy()
  const decisions = decideDispute.mock.calls.map(([{ entryId, upheld }]) => [entryId, upheld])
  expect(decisions).toEqual([
    [disputed.id, false],
    [disputed.id, true],
  ])
})

test('a statement is issued after a look at its sum; a refusal says why', async () => {
  const issue = vi.fn<NonNullable<LedgerCalls['issue']>>()
  issue.mockRejectedValueOnce(errorResponse(409, 'Nothing is payable yet'))
  issue.mockResolvedValue(statementForTests(3, { total: 4050 }))
  open({ issue })
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Issue statement...' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Issue a statement of £40.50?' }))
    await userEvent.click(question.getByRole('button', { name: 'Issue statement' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await ask()
  expect(await screen.findByText('Nothing is payable yet')).toBeTruthy()
  await ask()
  expect(await screen.findByText('Statement 3 issued')).toBeTruthy()
  const keys = issue.mock.calls.map(([, options]) => options?.idempotencyKey)
  expect(new Set(keys).size).toBe(2)
})

test('an issued statement is settled once', async () => {
  const settle = vi.fn<NonNullable<LedgerCalls['settle']>>(async () => statementForTests(2))
  open({ settle })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as settled... Statement 2' }))
  expect(screen.queryByRole('button', { name: 'Mark as settled... Statement 1' })).toBeNull()
  const question = within(await screen.findByRole('alertdialog', { name: 'Mark statement 2 as settled?' }))
  await userEvent.click(question.getByRole('button', { name: 'Mark as settled' }))
  expect(await screen.findByText('Statement 2 is settled')).toBeTruthy()
  expect(settle).toHaveBeenCalledWith({ id: salon.id, number: 2, state: 'settled' })
})

test('a salon without fees has no disputes and no statements', async () => {
  const none = { items: [], nextCursor: null, owed: { payable: 0, later: 0, disputed: 0, outstanding: 0 } }
  open({ list: async () => none, statements: async () => ({ items: [] }) })
  expect(await screen.findByText('No fees yet.')).toBeTruthy()
  expect(await screen.findByText('No statements yet.')).toBeTruthy()
  expect(screen.queryByText('Disputes')).toBeNull()
})

function openStatement(statement: NonNullable<LedgerCalls['statement']>) {
  const platform = fakePlatform({ ledger: { statement } }, `/admin/salons/${salon.id}/statements/2`)
  renderScreen(<StatementPage />, platform)
  return platform
}

test('a statement shows its lines, sums and what the accountant fills in, and prints', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  openStatement(async () => statementForTests(2))
  const sheet = within(await screen.findByRole('article', { name: 'Statement 2 for Glow & Co.' }))
  expect(sheet.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'ClientVisitWhyPaidShareAmount',
    'S. …20120 Mar 2026Booked 2 days after the text. Not here for 6 months before. Answered the text.£45.0030 %£13.50',
    'M. …20220 Mar 2026Reversal. Taken back: had a booking before the text. £30.00 → £0.00.-£30.0030 %-£9.00',
    'Fees£13.50',
    'Reversals-£9.00',
    'Total£4.50',
  ])
  expect(sheet.getByText('You owe').textContent).toBe('You owe £4.50')
  expect(sheet.getAllByText('to be filled in')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('an unknown number leads back to the fees', async () => {
  const platform = openStatement(() => Promise.reject(errorResponse(404, 'Statement not found')))
  await userEvent.click(await screen.findByRole('button', { name: 'Fees of the salon' }))
  expect(platform.route.get()).toBe(`/admin/salons/${salon.id}?part=fees`)
})
