// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { BankPayment } from './contract.ts'
import { MoneyPage } from './MoneyPage.tsx'
import { monthForTests, openStatementForTests, previewForTests } from './testing.ts'

type BillingCalls = NonNullable<FakeCalls['billing']>
const reminded = openStatementForTests(2, {
  reminders: ['2026-04-26T09:00:00.000Z'],
  noReminder: 'The next one can be sent on 3 May',
})

function open(calls: BillingCalls = {}) {
  const platform = fakePlatform(
    {
      billing: {
        open: async () => ({
          items: [openStatementForTests(1), reminded, openStatementForTests(3, { overdue: false })],
          openFrom: null,
          issued: 3,
        }),
        month: async () => ({ rows: [monthForTests(1), monthForTests(2, { currency: 'USD', unpriced: 2 })] }),
        ...calls,
      },
    },
    '/admin/salons/money',
  )
  renderScreen(<MoneyPage />, platform)
}

test('the owner of an overdue statement can be reminded; after that the row says when it is possible again', async () => {
  const remind = vi.fn<NonNullable<BillingCalls['remind']>>(async () => ({ sentBy: 'text', reminders: 1 }))
  open({ remind })
  const list = within(await screen.findByRole('list', { name: 'Statements to be paid' }))
  const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'Glow 1Statement 1£30.50of £40.50OverdueTo pay by Apr 24, 2026Record payment...Write off...Remind',
    'Glow 2Statement 2£30.50of £40.50OverdueTo pay by Apr 24, 2026Record payment...Write off...1 reminder sent. The next one can be sent on 3 May',
    'Glow 3Statement 3£30.50of £40.50IssuedTo pay by Apr 24, 2026Record payment...Write off...',
  ])
  await userEvent.click(list.getByRole('button', { name: 'Remind Glow 1 of statement 1' }))
  expect(await screen.findByText('To Glow 1, by text')).toBeTruthy()
  expect(remind).toHaveBeenCalledWith({ id: openStatementForTests(1).salonId, number: 1 })
})

test('the preview shows lines, totals, what owners read and who is left out; one press issues the rest', async () => {
  const issueAll = vi.fn<NonNullable<BillingCalls['issueAll']>>(async () => ({
    issued: [{ salonId: previewForTests(1).salonId, salonName: 'Glow 1', number: 1, told: true }],
    leftOut: [{ salonId: previewForTests(2).salonId, salonName: 'Glow 2', reason: 'It has changed' }],
  }))
  const { salonId } = previewForTests(3)
  const preview: NonNullable<BillingCalls['preview']> = async () => ({
    statements: [
      previewForTests(1, { unusual: 'Usually about £4.00.' }),
      previewForTests(2, { broughtForward: -500, sentBy: null }),
      previewForTests(4, { currency: 'EUR' }),
    ],
    leftOut: [{ salonId, salonName: 'Glow 3', reason: 'The only fee is disputed' }],
  })
  open({ preview, issueAll })
  await userEvent.click(await screen.findByRole('button', { name: 'Issue statements...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Issue statements' }))
  const line = 'S. …201, 20 Mar 2026: 30 % of £45.00Leave out this time'
  const textsOf = async (name: string) =>
    within(await dialog.findByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(await textsOf('Statements to issue')).toEqual([
    `Glow 1Statement 1, to pay by May 3, 2026£13.50Usually about £4.00.${line}`,
    `Glow 2Statement 1, to pay by May 3, 2026£13.50less credit £5.00${line}`,
    `Glow 4Statement 1, to pay by May 3, 2026€13.50${line.replace('£', '€')}`,
  ])
  expect(dialog.getByLabelText('Totals').textContent).toBe(
    '2 statements in GBP£27.001 statement in EUR€13.50',
  )
  expect(dialog.getByLabelText('What owners read').textContent).toMatch(
    /^Glow 1, by e-mailStatement 1 is ready. To pay by 3 May: £13.50.Glow 2, not toldThe owner has neither/,
  )
  expect(dialog.getByText(/Undo a mistake with a credit/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Leave out this time: Glow 4' }))
  expect(dialog.getByLabelText('Totals').textContent).toBe('2 statements in GBP£27.00')
  expect(await textsOf('Salons left out')).toEqual([
    'Glow 4Issue after all',
    'Glow 3The only fee is disputed',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Issue 2 statements' }))
  expect(await screen.findByText('1 statement issued')).toBeTruthy()
  expect(screen.getByText('1 owner told. Not for Glow 2: It has changed.')).toBeTruthy()
  expect(issueAll.mock.calls[0]?.[0]).toEqual({
    statements: [1, 2].map((n) => ({ salonId: previewForTests(n).salonId, number: 1, total: 1350 })),
    tellOwners: true,
  })
})

test('a month shows each salon and the sums by currency', async () => {
  open()
  const table = within(await screen.findByRole('region', { name: 'Month by salon' }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'SalonTextsCostVisitsFeesPaidOutstanding nowMargin',
    'Glow 1151$6.995£67.50£10.00£57.50–',
    'Glow 2151$6.99, 2 without a price yet5$67.50$10.00$57.50–',
    'All in GBP302$13.98£67.50£10.00£57.50',
    'All in USD$67.50$10.00$57.50',
  ])
})

const bankPayment = (line: number, more: Partial<BankPayment> = {}): BankPayment => ({
  ...{ line, day: '2026-04-20', amount: 3050, currency: null, text: 'GLOW 101-1' },
  ...{ salonId: openStatementForTests(1).salonId, salonName: 'Glow 1', state: 'sure', isSure: true },
  reason: 'Reference and sum of statement 1',
  ...more,
})

test('payments of a bank’s file are shown, and the ticked ones recorded', async () => {
  const importBank = vi.fn<NonNullable<BillingCalls['importBank']>>(async () => ({ recorded: 2 }))
  const items = [
    bankPayment(2),
    bankPayment(3, { state: 'likely', isSure: false, reason: 'Name, and the sum of statement 2' }),
    bankPayment(4, {
      state: 'left',
      salonId: null,
      currency: 'EUR',
      reason: 'No reference or name of a salon',
    }),
  ]
  open({ importBank, previewBank: async () => ({ items, leftOut: [{ line: 5, reason: 'No date' }] }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Import payments...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import payments' }))
  await userEvent.upload(
    dialog.getByLabelText('CSV file'),
    new File(['Date,Amount'], 'april.csv', { type: 'text/csv' }),
  )
  const left = within(await dialog.findByRole('list', { name: 'Left alone' }))
  expect(left.getByRole('listitem').textContent).toBe(
    'GLOW 101-120 Apr 2026. No reference or name of a salon€30.50',
  )
  expect(dialog.getByText('1 line could not be read. Line 5: No date.')).toBeTruthy()
  const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false])
  await userEvent.click(dialog.getByRole('checkbox', { name: /Name, and the sum of statement 2/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Record 2 payments' }))
  expect(await screen.findByText('2 payments recorded')).toBeTruthy()
  const chosen = [2, 3].map((line) => ({ line, salonId: openStatementForTests(1).salonId, amount: 3050 }))
  expect(importBank).toHaveBeenCalledWith({ csv: ['Date,Amount'], chosen })
})

test('a month that has ended is closed after a question; without a statement the page says so', async () => {
  const closeMonth = vi.fn<NonNullable<BillingCalls['closeMonth']>>(async () => ({ openFrom: '2026-03-01' }))
  const month = async () => ({ rows: [monthForTests(1, { outstanding: 0, issued: false })] })
  open({ closeMonth, month, open: async () => ({ items: [], openFrom: '2025-01-01', issued: 0 }) })
  expect(await screen.findByText('No statement yet.')).toBeTruthy()
  expect(await screen.findByText('No statement yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Close month...' })).toBeNull()
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Month' })
  const before = select.options[1]?.value ?? ''
  await userEvent.selectOptions(select, before)
  await userEvent.click(await screen.findByRole('button', { name: 'Close month...' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Close month' }))
  await waitFor(() => expect(closeMonth).toHaveBeenCalledWith({ month: before }))
})
