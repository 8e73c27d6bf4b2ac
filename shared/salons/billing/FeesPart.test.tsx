// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { errorResponse, type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { salonForTests } from '../salons/testing.ts'
import { FeesPart } from './FeesPart.tsx'
import { StatementPage } from './StatementPage.tsx'
import { disputeForTests, entryForTests, paymentForTests, statementForTests } from './testing.ts'

type BillingCalls = NonNullable<FakeCalls['billing']>
const salon = salonForTests(1)
const disputed = entryForTests(2, { dispute: disputeForTests })
const line = { client: '', visitOn: null, paid: null, feeBps: 0, reasons: ['A late text'] }
const credit = entryForTests(4, { kind: 'goodwill', amount: -500, visitId: null, line })
const owed = { payable: 4050, later: 900, disputed: 1350, outstanding: 450 }
const entries = [entryForTests(1, { statementNumber: 2 }), disputed, entryForTests(3)]

function open(calls: BillingCalls = {}) {
  const platform = fakePlatform(
    {
      billing: {
        entries: async ({ state }) => ({
          items: state === 'disputed' ? entries.filter((entry) => entry.dispute) : entries,
          nextCursor: null,
          owed,
        }),
        statements: async () => ({
          items: [statementForTests(2), statementForTests(1, { state: 'settled' })],
        }),
        payments: async () => ({ items: [], credit: 0 }),
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

test('a credit is given with a reason; the ledger names it and takes it back', async () => {
  const addCredit = vi.fn<NonNullable<BillingCalls['addCredit']>>(async () => credit)
  const takeBackCredit = vi.fn<NonNullable<BillingCalls['takeBackCredit']>>(async () => credit)
  const items = [credit, { ...credit, id: entryForTests(5).id, takenBack: true }]
  open({
    addCredit,
    takeBackCredit,
    entries: async ({ state }) => ({ items: state ? [] : items, nextCursor: null, owed }),
  })
  const ledger = within(await screen.findByRole('region', { name: 'Ledger' }))
  expect(
    ledger
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    '––Goodwill. A late text.––-£5.00Counts alreadyTake back...',
    '––Goodwill. A late text.––-£5.00Counts alreadyTaken back',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Give credit...' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Credit for ${salon.name}` }))
  await userEvent.type(dialog.getByLabelText('Amount (GBP)'), '5')
  await userEvent.click(dialog.getByRole('button', { name: 'Give credit' }))
  expect(await dialog.findByText('Please write why: the owner reads it')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Reason'), 'A late text')
  await userEvent.click(dialog.getByRole('button', { name: 'Give credit' }))
  expect(await screen.findByText('Goodwill recorded')).toBeTruthy()
  expect(addCredit.mock.calls[0]?.[0]).toEqual({
    id: salon.id,
    kind: 'goodwill',
    amount: 500,
    reason: 'A late text',
  })
  await userEvent.click(ledger.getByRole('button', { name: 'Take back... credit of £5.00' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(takeBackCredit).toHaveBeenCalledWith({ id: salon.id, entryId: credit.id }))
})

test('staff read the owner’s note and decide the dispute with a reason; the decision can be undone', async () => {
  const decideDispute = vi.fn<NonNullable<BillingCalls['decideDispute']>>(async () => disputed)
  const reopenDispute = vi.fn<NonNullable<BillingCalls['reopenDispute']>>(async () => disputed)
  open({ decideDispute, reopenDispute })
  const list = within(await screen.findByRole('list', { name: 'Disputes' }))
  expect(list.getByText(/She came by herself/)).toBeTruthy()
  const decide = async (outcome: string, reason: string, amount?: string) => {
    await userEvent.click(list.getByRole('button', { name: 'Decide...' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: `Dispute about ${disputed.line.client}` }),
    )
    await userEvent.click(dialog.getByLabelText(outcome))
    if (amount) await userEvent.type(dialog.getByLabelText('Paid for services (GBP)'), amount)
    await userEvent.click(dialog.getByRole('button', { name: 'Decide' }))
    expect(dialog.getByText('Please write why: the owner reads it')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Why?'), reason)
    await userEvent.click(dialog.getByRole('button', { name: 'Decide' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await decide('The fee stays', 'She answered the text')
  expect(await screen.findByText('£13.50 is still owed.')).toBeTruthy()
  await decide('The owner is right: another amount was paid', 'Products', '30')
  expect(await screen.findByText('The fee is that of the right amount.')).toBeTruthy()
  await decide('The owner is right: no fee for this client', 'A friend')
  expect(await screen.findByText('No fee is owed for this client.')).toBeTruthy()
  const decisions = decideDispute.mock.calls.map(([{ id: _, entryId, ...decision }]) => decision)
  expect(decisions).toEqual([
    { upheld: false, amount: null, reason: 'She answered the text' },
    { upheld: true, amount: 3000, reason: 'Products' },
    { upheld: true, amount: null, reason: 'A friend' },
  ])
})

test('a statement is issued after a look at its sum; a refusal says why', async () => {
  const issue = vi.fn<NonNullable<BillingCalls['issue']>>()
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

test('a payment is recorded with the amount that is outstanding', async () => {
  const recordPayment = vi.fn<NonNullable<BillingCalls['recordPayment']>>(async () => paymentForTests(2))
  open({ recordPayment })
  await userEvent.click(await screen.findByRole('button', { name: 'Record payment...' }))
  const form = within(await screen.findByRole('dialog', { name: 'Payment of Glow & Co.' }))
  expect(form.getByLabelText<HTMLInputElement>('Amount (GBP)').value).toBe('4.50')
  await userEvent.clear(form.getByLabelText('Amount (GBP)'))
  await userEvent.type(form.getByLabelText('Amount (GBP)'), '1,200.00')
  await userEvent.click(form.getByRole('button', { name: 'Record payment' }))
  expect(await screen.findByText('Payment recorded')).toBeTruthy()
  expect(recordPayment.mock.calls[0]?.[0]).toMatchObject({ id: salon.id, amount: 120_000 })
})

test('a wrong payment is taken back one time', async () => {
  const takeBackPayment = vi.fn<NonNullable<BillingCalls['takeBackPayment']>>(async () => paymentForTests(3))
  const items = [paymentForTests(1), paymentForTests(2, { takenBack: true })]
  open({ payments: async () => ({ items, credit: 500 }), takeBackPayment })
  const list = within(await screen.findByRole('list', { name: 'Payments' }))
  expect(list.getAllByRole('button')).toHaveLength(1)
  await userEvent.click(list.getByRole('button', { name: 'Take back... £40.50 of Apr 20, 2026' }))
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Take back the payment of £40.50?' }),
  )
  await userEvent.click(question.getByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('Payment taken back')).toBeTruthy()
  expect(takeBackPayment).toHaveBeenCalledWith({ id: salon.id, paymentId: paymentForTests(1).id })
  expect(screen.getByText(/credit: the next statement uses it/).textContent).toContain('£5.00')
})

test('a salon without fees has no disputes and no statements', async () => {
  const none = { items: [], nextCursor: null, owed: { payable: 0, later: 0, disputed: 0, outstanding: 0 } }
  open({ entries: async () => none, statements: async () => ({ items: [] }) })
  expect(await screen.findByText('No fees yet.')).toBeTruthy()
  expect(await screen.findByText('No statements yet.')).toBeTruthy()
  expect(screen.queryByText('Disputes')).toBeNull()
})

function openStatement(statement: NonNullable<BillingCalls['statement']>) {
  const platform = fakePlatform({ billing: { statement } }, `/admin/salons/${salon.id}/statements/2`)
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
  expect(sheet.getByText(/^To pay by/).textContent).toBe('To pay by 24 April 2026: £4.50')
  expect(sheet.getByText('From').closest('p')?.textContent).toBe(
    'From\nSalonback Limited\n1 Sample Street\nDublin 2\nCompany number 000000',
  )
  const rowsOf = (label: string) => sheet.getByLabelText(label).textContent
  expect(rowsOf('How to pay')).toBe('IBANIE00 SAMP 0000 0000 0000 00Reference101-2')
  expect(rowsOf('For your accountant')).toBe(
    'Visits confirmed20 Mar 2026 to 10 Apr 2026VATNo VAT is charged.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('an unknown number leads back to the fees', async () => {
  const platform = openStatement(() => Promise.reject(errorResponse(404, 'Statement not found')))
  await userEvent.click(await screen.findByRole('button', { name: 'Fees of the salon' }))
  expect(platform.route.get()).toBe(`/admin/salons/${salon.id}?part=fees`)
})
