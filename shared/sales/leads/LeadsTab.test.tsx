// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { OutboundStatus } from '../../core/messages/text.ts'
import type { PublicTexts, WithheldReason } from '../../core/publicTexts/contract.ts'
import { errorResponse, type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { Lead } from './contract.ts'
import { LeadsTab } from './LeadsTab.tsx'
import { leadForTests } from './testing.ts'

/** By the reader's clock, in every time zone. */
const joinedAt = new Date('2025-01-05T15:07').toISOString()

const leads = [leadForTests(2, { createdAt: joinedAt }), leadForTests(4, { mobileNumber: '+12065550167' })]

test('lists every lead with its number, date and badge, and counts them', async () => {
  renderScreen(<LeadsTab />, fakePlatform({ leads: { list: async () => leads } }))
  expect(await screen.findByRole('cell', { name: '+44 7700 900142' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Phone Number',
    'Date Submitted',
    'Status',
    'Actions',
  ])
  expect(screen.getByRole('cell', { name: 'Jan 5, 2025 at 3:07 PM' })).toBeTruthy()
  expect(screen.getAllByText('New Lead')).toHaveLength(2)
  expect(screen.getByText('From website contact form')).toBeTruthy()
  expect(screen.getByText('Total leads:').textContent).toBe('Total leads: 2')
})

const details = (status: OutboundStatus) => ({ status, at: '2025-01-05T15:07:01.000Z' })

test.each([
  ['Details on their way', details('queued'), null],
  ['Details sent, no receipt yet', details('sent'), null],
  ['Details delivered', details('delivered'), null],
  ['Details not delivered', details('undelivered'), null],
  ['Details may not have been sent', details('unknown'), null],
  [/^Details delivered · Answered \d+ years? ago$/, details('delivered'), '2025-01-05T16:00:00.000Z'],
])('a row says %s', async (words, state, answeredAt) => {
  const list = async () => [leadForTests(1, { details: state, answeredAt })]
  renderScreen(<LeadsTab />, fakePlatform({ leads: { list } }))
  const row = await screen.findByText((_, element) => element?.matches('.sb-lead-details') === true)
  expect(row.textContent).toMatch(words)
})

test('a number opens everything about the person', async () => {
  const platform = fakePlatform({ leads: { list: async () => leads } })
  renderScreen(<LeadsTab />, platform)
  await userEvent.click(await screen.findByRole('link', { name: '+44 7700 900142' }))
  expect(platform.route.get()).toBe('/admin/people/%2B447700900142')
})

test('Text back opens the conversation with that number', async () => {
  const platform = fakePlatform({ leads: { list: async () => leads } })
  renderScreen(<LeadsTab />, platform)
  await userEvent.click(await screen.findByRole('button', { name: 'Text back +44 7700 900142' }))
  expect(platform.route.get()).toBe('/admin?tab=sms&number=%2B447700900142')
})

test('an empty tab explains where leads come from', async () => {
  renderScreen(<LeadsTab />, fakePlatform({ leads: { list: async () => [] } }))
  expect(
    await screen.findByText(/Leads appear when people submit phone numbers through the website/),
  ).toBeTruthy()
})

test('a failed load shows the server message and can be retried', async () => {
  const list = vi
    .fn<() => Promise<Lead[]>>()
    .mockRejectedValueOnce(errorResponse(500, 'The database is away'))
    .mockResolvedValue(leads)
  renderScreen(<LeadsTab />, fakePlatform({ leads: { list } }))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load leads')
  expect(screen.getByText('The database is away')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('+44 7700 900142')).toBeTruthy()
})

test('shows a loading message', async () => {
  renderScreen(<LeadsTab />, fakePlatform({ leads: { list: () => new Promise(() => {}) } }))
  expect(await screen.findByText('Loading leads...')).toBeTruthy()
})

const counts = { perHour: 60, perDay: 300, lastHour: 12, lastDay: 40 }
const state: PublicTexts = { ...counts, usedUpUntil: null, stopped: null }
const withheld = (n: number, reason: WithheldReason | null, mobileNumber?: string) =>
  leadForTests(n, { withheld: reason, ...(mobileNumber && { mobileNumber }) })

/** Renders the tab; `sendDetails` records the calls. */
function show(rows: Lead[], texts: Partial<PublicTexts> = {}, more: FakeCalls = {}) {
  const sendDetails = vi.fn(async ({ ids }: { ids: string[] }) => ({ queued: ids.length, optedOut: 0 }))
  const platform = fakePlatform({
    leads: { list: async () => rows, sendDetails, ...more.leads },
    publicTexts: { state: async () => ({ ...state, ...texts }), ...more.publicTexts },
  })
  renderScreen(<LeadsTab />, platform)
  return { platform, sendDetails }
}

test.each<[WithheldReason, string]>([
  ['budget', 'Details on hold: text limit reached'],
  ['address', 'Details on hold: many leads from one connection'],
  ['unusual', 'Details on hold: texts were stopped'],
  ['country', 'Not texted: outside the countries we text'],
  ['range', 'Not texted: not an ordinary mobile number'],
  ['number', 'Not texted: not a complete phone number'],
  ['opted_out', 'Not texted: opted out'],
])('a lead withheld for %s shows the reason', async (reason, words) => {
  show([withheld(1, reason)])
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText('New Lead')).toBeTruthy()
})

test('a lead that got its text shows no reason', async () => {
  show([withheld(1, null)])
  await screen.findByText('New Lead')
  expect(screen.queryByText(/wait|Not texted/)).toBeNull()
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull()
})

test('one click sends the details to a waiting lead', async () => {
  const { sendDetails } = show([withheld(1, 'budget'), withheld(2, null)])
  await userEvent.click(await screen.findByRole('button', { name: 'Send details to +44 7700 900141' }))
  expect(sendDetails).toHaveBeenCalledWith({ ids: [withheld(1, null).id] })
  expect(await screen.findByText('Details on their way')).toBeTruthy()
})

test('leads that cannot be texted have no buttons', async () => {
  show([
    withheld(1, 'country', '+14165550123'),
    withheld(2, 'range', '+449098765432'),
    withheld(3, 'number', '0000000000'),
  ])
  await screen.findByRole('button', { name: 'Text back +1 416 555 0123' })
  expect(screen.getAllByRole('button', { name: /Text back/ })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull()
})

test('Send to all asks first and shows the number per country', async () => {
  const rows = [
    withheld(1, 'budget'),
    withheld(2, 'address'),
    withheld(3, 'unusual', '+12065550167'),
    withheld(4, 'country', '+14165550123'),
    withheld(5, null),
  ]
  const { sendDetails } = show(rows)
  expect((await screen.findByText(/waiting for details/)).textContent).toBe('3 leads waiting for details')
  await userEvent.click(screen.getByRole('button', { name: 'Send to all waiting...' }))
  const question = await screen.findByRole('alertdialog', { name: 'Send the details to 3 leads?' })
  expect(question.textContent).toContain('2 in GB, 1 in US')
  await userEvent.click(screen.getByRole('button', { name: 'Send Details' }))
  expect(sendDetails.mock.calls[0]?.[0].ids.toSorted()).toEqual(rows.slice(0, 3).map(({ id }) => id))
})

test('Send to all is hidden until the stop state is known', async () => {
  show([withheld(1, 'budget')], {}, { publicTexts: { state: () => new Promise(() => {}) } })
  expect(await screen.findByText('1 lead waiting for details')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send to all waiting...' })).toBeNull()
})

test('a refused send shows the server message', async () => {
  const sendDetails = async () => {
    throw errorResponse(409, 'Texts to new leads are stopped.')
  }
  show([withheld(1, 'budget')], {}, { leads: { sendDetails } })
  await userEvent.click(await screen.findByRole('button', { name: /^Send details to/ }))
  expect(await screen.findByText('Texts to new leads are stopped.')).toBeTruthy()
})

test('says that nothing was sent when all leads have opted out', async () => {
  show([withheld(1, 'budget')], {}, { leads: { sendDetails: async () => ({ queued: 0, optedOut: 1 }) } })
  await userEvent.click(await screen.findByRole('button', { name: /^Send details to/ }))
  expect(await screen.findByText('Nothing was sent')).toBeTruthy()
  expect(screen.getByText('They opted out in the meantime.')).toBeTruthy()
})

test('a used-up budget shows a notice with numbers and a time', async () => {
  const later = new Date(Date.now() + 600_000).toISOString()
  show([withheld(1, 'budget')], { lastHour: 60, lastDay: 142, usedUpUntil: later })
  const notice = await screen.findByText('The hourly text limit is reached')
  const text = notice.parentElement?.textContent
  expect(text).toContain('60 of 60 in the last hour, 142 of 300 in the last day')
  expect(text).toMatch(/from \d{1,2}:\d\d (AM|PM)/)
  expect(text).not.toMatch(/[A-Z]+_[A-Z]+/)
})

test('the notice names the day or the hour and ends with it', async () => {
  const later = new Date(Date.now() + 600_000).toISOString()
  show([], { lastHour: 3, lastDay: 300, usedUpUntil: later })
  expect(await screen.findByText('The daily text limit is reached')).toBeTruthy()
  cleanup()
  show([withheld(1, null)], { lastHour: 60, usedUpUntil: new Date(Date.now() - 1000).toISOString() })
  await screen.findByText('New Lead')
  expect(screen.queryByText(/limit is reached/)).toBeNull()
})

test('a stop shows its reason and hides Send to all until staff resume', async () => {
  const reason = '6 numbers in a row asked for a text (+44770090xxxx)'
  const stopped = { at: '2025-01-05T15:07:00.000Z', reason }
  let now: PublicTexts = { ...state, stopped }
  const resume = vi.fn(async () => {
    now = state
    return now
  })
  const publicTexts = { state: async () => now, resume }
  show([withheld(1, 'unusual'), withheld(2, 'unusual')], {}, { publicTexts })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Texts to new leads have stopped')
  expect(alert.textContent).toContain(reason)
  expect(screen.queryByRole('button', { name: 'Send to all waiting...' })).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Send details to/ })).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Resume texts' }))
  expect(resume).toHaveBeenCalledOnce()
  expect(await screen.findByRole('button', { name: 'Send to all waiting...' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the exported file contains every lead', async () => {
  const platform = fakePlatform({ leads: { list: async () => leads } })
  renderScreen(<LeadsTab />, platform)
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
  expect(platform.saved[0]?.name).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/)
  expect(String(platform.saved[0]?.text).split('\r\n')).toEqual([
    '\uFEFFPhone Number,Date Submitted,Details not sent because,Details text,Answered',
    `+447700900142,${joinedAt},,,`,
    '+12065550167,2025-01-04T09:00:00.000Z,,,',
    '',
  ])
})
