// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { serviceForTests } from '../../core/settings/testing.ts'
import { errorResponse, type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { offerForTests } from '../offers/testing.ts'
import { salonForTests } from '../salons/testing.ts'
import { CampaignsPart } from './CampaignsPart.tsx'
import type { SalonCampaign } from './contract.ts'

type Calls = NonNullable<FakeCalls['campaigns']>
const salon = salonForTests(1)
const approved = offerForTests(1, { state: 'approved', reminderText: '{salon}: Hi {firstName}' })
const campaign: SalonCampaign = {
  id: '5d6ff7a0-0000-4000-8000-000000000401',
  state: 'running',
  pausedReason: null,
  offerId: approved.id,
  offer: approved,
  perDay: 20,
  firstBatch: null,
  texts: [],
  keptAside: 0,
  reminderAfterDays: 7,
  reminder: { total: 3, queued: 1, sent: 0, delivered: 2, failed: 0, unknown: 0, canceled: 0, waiting: 0 },
  total: 10,
  queued: 6,
  sent: 1,
  delivered: 3,
  failed: 0,
  unknown: 0,
  canceled: 0,
  leftOut: 2,
  answered: 1,
  endsOn: null,
  late: null,
  unsent: [],
  wait: null,
  createdAt: '2026-11-22T09:00:00.000Z',
  createdBy: 'maya',
}
const preview = {
  recipients: 3,
  leftOut: { opted_out: 1, no_basis: 2 },
  segments: 4,
  estimate: { cost: [{ amount: 185_200, unit: 'USD' }], unpriced: 0 },
  days: 1,
  firstAt: '2026-11-25T10:00:00.000Z',
  lastAt: '2026-11-25T17:00:00.000Z',
  endsOn: null,
  late: 0,
  listEndsOn: '2026-12-05',
  fittingPerDay: null,
}

const group = { lastVisit: '2025-09-01', visits: 1, isVip: false, clients: 30 }
const audience = [
  group,
  { ...group, visits: 4, clients: 8 },
  { ...group, visits: 4, isVip: true, clients: 2 },
]

function open(calls: Calls = {}, offers = [approved]) {
  const platform = fakePlatform(
    {
      offers: { list: async () => ({ items: offers, nextCursor: null }) },
      campaigns: { list: async () => [], audience: async () => audience, ...calls },
      settings: { service: async () => serviceForTests() },
    },
    `/admin/salons/${salon.id}?part=campaigns`,
  )
  renderScreen(<CampaignsPart salon={salon} />, platform)
  return platform
}

const previewNow = async () => userEvent.click(await screen.findByRole('button', { name: 'Preview' }))

test('a plan is previewed and started', async () => {
  const look = vi.fn<NonNullable<Calls['preview']>>(async () => preview)
  const start = vi.fn<NonNullable<Calls['start']>>(async () => campaign)
  open({ preview: look, start })
  fireEvent.change(await screen.findByLabelText('Texts a day'), { target: { value: '40' } })
  // The approved reminder is proposed.
  expect(screen.getByLabelText('Reminder after days (optional)')).toHaveProperty('value', '14')
  fireEvent.change(screen.getByLabelText('Reminder after days (optional)'), { target: { value: '10' } })
  await previewNow()
  const shown = within(await screen.findByRole('region', { name: 'Preview' }))
  expect(shown.getByText('Nov 25, 2026 at 10:00 AM, salon time')).toBeTruthy()
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 Opted out',
    '2 No consent or soft opt-in',
  ])
  await userEvent.click(shown.getByRole('button', { name: 'Start: text 3 clients' }))
  expect(await screen.findByText('Campaign started')).toBeTruthy()
  const plan = { id: salon.id, offerId: approved.id, perDay: 40, reminderAfterDays: 10, keptAside: 10 }
  expect(look).toHaveBeenCalledWith(plan)
  expect(start).toHaveBeenCalledWith(plan, { idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/) })
})

test('the count follows the choice, and asks the server once for each offer', async () => {
  const count = vi.fn<NonNullable<Calls['audience']>>(async () => audience)
  const second = offerForTests(2, { state: 'approved' })
  open({ audience: count }, [approved, second])
  expect(await screen.findByText('40 clients may be texted now.')).toBeTruthy()
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Visits, at least', '2')
  expect(await screen.findByText('10 of 40 clients who may be texted now.')).toBeTruthy()
  type('VIP clients', 'without')
  expect(await screen.findByText('8 of 40 clients who may be texted now.')).toBeTruthy()
  type('First batch', '5')
  expect(await screen.findByText('8 of 40 clients who may be texted now. 5 of them first.')).toBeTruthy()
  type('Visits, at least', 'many')
  expect(await screen.findByText('Please correct the numbers above.')).toBeTruthy()
  type('Last visit from', '2025-10-01')
  type('Visits, at least', '')
  expect(await screen.findByText('None of 40 clients who may be texted now.')).toBeTruthy()
  expect(count).toHaveBeenCalledTimes(1)
  await userEvent.selectOptions(screen.getByLabelText('Offer'), second.id)
  await waitFor(() =>
    expect(count).toHaveBeenLastCalledWith({ id: salon.id, offerId: second.id }, expect.anything()),
  )
})

test('two texts are compared: the plan names both, and each shows what it did', async () => {
  const look = vi.fn<NonNullable<Calls['preview']>>(async () => preview)
  const second = offerForTests(2, { state: 'approved', reminderText: 'Other words' })
  const text = { ...approved, clients: 50, sent: 48, answered: 3 }
  const texts = [text, { ...text, version: 2, clients: 1, sent: 0, answered: 0 }]
  open({ preview: look, list: async () => [{ ...campaign, firstBatch: 15, texts }] }, [approved, second])
  await userEvent.selectOptions(await screen.findByLabelText('Compare with (optional)'), second.id)
  await previewNow()
  await screen.findByRole('region', { name: 'Preview' })
  expect(look).toHaveBeenCalledWith({
    ...{ id: salon.id, offerId: approved.id, otherOfferId: second.id, perDay: 20 },
    ...{ reminderAfterDays: 14, keptAside: 10 },
  })
  expect(screen.getByText(/· 20 a day · 15 first · reminder/)).toBeTruthy()
  expect(screen.getByText('Version 1: 48 of 50 texts sent, 3 answered')).toBeTruthy()
  expect(screen.getByText('Version 2: 0 of 1 text sent, 0 answered')).toBeTruthy()
})

test('wrong numbers show an error; a changed plan needs another preview; a refusal its reason', async () => {
  const look = vi.fn<NonNullable<Calls['preview']>>()
  look.mockRejectedValueOnce(errorResponse(409, 'The list is older than 14 days')).mockResolvedValue(preview)
  open({ preview: look })
  const perDay = await screen.findByLabelText('Texts a day')
  fireEvent.change(perDay, { target: { value: '0' } })
  await previewNow()
  expect(await screen.findByText('Please enter a number from 1 to 1,000')).toBeTruthy()
  expect(look).not.toHaveBeenCalled()
  fireEvent.change(perDay, { target: { value: '5' } })
  await previewNow()
  expect(await screen.findByText('The list is older than 14 days')).toBeTruthy()
  await previewNow()
  await screen.findByRole('region', { name: 'Preview' })
  fireEvent.change(perDay, { target: { value: '6' } })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull())
})

test('without an approved offer the part leads to the offer; without a reminder text there is no reminder', async () => {
  const platform = open({}, [offerForTests(1)])
  await userEvent.click(await screen.findByRole('button', { name: 'Open the offer' }))
  expect(platform.route.get()).toContain('part=offer')
  cleanup()
  open({}, [offerForTests(1, { state: 'approved' })])
  expect(await screen.findByLabelText('Reminder after days (optional)')).toHaveProperty('disabled', true)
})

test('a campaign shows its progress; it is paused, resumed and canceled after a question', async () => {
  let stored = campaign
  const set = (state: SalonCampaign['state']) =>
    vi.fn(async () => {
      stored = { ...stored, state }
      return stored
    })
  const calls = { pause: set('paused'), resume: set('running'), cancel: set('canceled') }
  open({ list: async () => [stored], ...calls })
  const row = within(await screen.findByRole('list', { name: 'Campaigns' }))
  expect(row.getByText('4 of 10')).toBeTruthy()
  expect(row.getByText('3 delivered')).toBeTruthy()
  expect(row.getByText('Reminder')).toBeTruthy()
  expect(row.getByText('2 of 3')).toBeTruthy()
  expect(row.getByText('1 answered · 2 left out')).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: 'Pause' }))
  await userEvent.click(await row.findByRole('button', { name: 'Resume' }))
  await row.findByRole('button', { name: 'Pause' })
  await userEvent.click(row.getByRole('button', { name: 'Cancel the rest...' }))
  const ask = within(await screen.findByRole('alertdialog', { name: 'Cancel the rest of this campaign?' }))
  await userEvent.click(ask.getByRole('button', { name: 'Cancel the Rest' }))
  expect(await row.findByText('Canceled')).toBeTruthy()
  expect(calls.cancel).toHaveBeenCalledWith({ id: salon.id, campaignId: campaign.id })
})

test.each([
  ['the hours', true],
  ['their day', false],
])(
  'texts that wait for %s: moon and Send now anyway only outside of the hours',
  async (_, isOutsideHours) => {
    const wait = {
      ...{
        queued: 6,
        waiting: 6,
        startsAt: null,
        canChangeStart: false,
        isOutsideHours,
        zone: 'Europe/London',
      },
      ...{ nextAt: '2099-11-26T10:00:00.000Z', lastAt: '2099-11-26T10:00:00.000Z' },
      ...{ stoppedSender: null, salonPaused: false },
    }
    open({ list: async () => [{ ...campaign, wait }] })
    const row = within(await screen.findByRole('list', { name: 'Campaigns' }))
    const why = await row.findByText(/^6 wait until .* salon time$/)
    await waitFor(() =>
      expect(row.queryAllByRole('button', { name: 'Send now anyway' })).toHaveLength(isOutsideHours ? 1 : 0),
    )
    expect(why.parentElement?.querySelectorAll('[data-icon="moon"]')).toHaveLength(isOutsideHours ? 1 : 0)
  },
)

test('texts with unknown outcome open from the campaign and are resolved', async () => {
  const text = {
    id: '5d6ff7a0-0000-4000-8000-000000000501',
    to: '+447700900201',
    firstName: 'Mary',
    body: 'Aoife Hair: Hi Mary',
    kind: 'offer' as const,
    attemptedAt: '2026-11-24T10:00:00.000Z',
  }
  let texts = [text]
  const resolveUnknown = vi.fn<NonNullable<NonNullable<FakeCalls['replies']>['resolveUnknown']>>(async () => {
    texts = []
    return { message: 'Counted as not sent' }
  })
  const platform = fakePlatform({
    offers: { list: async () => ({ items: [approved], nextCursor: null }) },
    campaigns: { list: async () => [{ ...campaign, unknown: 1 }] },
    replies: { unknown: async () => texts, resolveUnknown },
  })
  renderScreen(<CampaignsPart salon={salon} />, platform)
  await userEvent.click(await screen.findByRole('button', { name: 'Resolve 1 unknown text' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Texts that may not have been sent' }))
  expect((await dialog.findByRole('link', { name: 'Mary' })).getAttribute('href')).toContain(
    'number=%2B447700900201',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'It was not sent' }))
  expect(await dialog.findByText('Every text is resolved.')).toBeTruthy()
  expect(resolveUnknown.mock.calls[0]?.[0]).toEqual({ id: salon.id, messageId: text.id, outcome: 'failed' })
})
