// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
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
  const table = within(await screen.findByRole('table'))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'SalonTextsCostVisitsFeesPaidOutstanding nowMargin',
    'Glow 1151$6.995£67.50£10.00£57.50–',
    'Glow 2151$6.99, 2 without a price yet5$67.50$10.00$57.50–',
    'All in GBP302$13.98£67.50£10.00£57.50',
    'All in USD$67.50$10.00$57.50',
  ])
})
