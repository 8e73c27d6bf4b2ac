// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { resetUserState } from '../../host/reset.ts'
import { errorResponse, type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { serviceForTests } from '../settings/testing.ts'
import type { Conversation, ConversationMessage, InboundSms, InboxCounts, InboxPage } from './conversation.ts'
import { useInboxOrder } from './inboxOrder.ts'
import { SmsTab } from './SmsTab.tsx'

const number = '+447700900142'
const other = '+447700900143'
const id = (n: number) => `5d6ff7a0-0000-4000-8000-${String(n).padStart(12, '0')}`

const sms = (n: number, more: Partial<InboundSms> = {}): InboundSms => ({
  id: id(n),
  from: number,
  to: '+447700900100',
  body: `text ${n}`,
  receivedAt: `2026-11-20T09:${String(60 - n).padStart(2, '0')}:00.000Z`,
  processed: false,
  isOptOut: false,
  numSegments: 1,
  numMedia: 0,
  contactStatus: 'Contacted',
  businessName: 'Glow Nail Lounge',
  prospectId: id(900),
  needsReview: true,
  intent: 'unclear',
  pendingReview: false,
  ...more,
})

const received = { direction: 'inbound', from: number, processed: false, intent: 'unclear' } as const

const conversation: Conversation = {
  businessName: 'Glow Nail Lounge',
  phoneNumber: number,
  contactStatus: 'Contacted',
  messages: [{ ...received, id: id(1), body: 'text 1', timestamp: sms(1).receivedAt }],
  prospectId: id(900),
  category: 'Nail salon',
  country: 'GB',
  address: 'London',
  rating: 4.7,
  reviewCount: 312,
  teamSize: 6,
  optOut: null,
  undeliverable: null,
}

const conversationWith = (processed: boolean): Conversation => ({
  ...conversation,
  messages: conversation.messages.map((message) => ({ ...message, processed }) as ConversationMessage),
})

const service = async () => serviceForTests()

/** The counts a server would return for these texts. */
const countsOf = (texts: InboundSms[]): InboxCounts => ({
  all: texts.length,
  review: texts.filter(({ processed }) => !processed).length,
  optout: texts.filter(({ isOptOut }) => isOptOut).length,
  processed: texts.filter(({ processed }) => processed).length,
})

/** Calls of an inbox with these texts, newest first. `inbound` may also fail or stay pending. */
const inboxOf = (inbound: () => Promise<InboundSms[]>): FakeCalls['inbox'] => ({
  inboxPage: async ({ filter = 'all', search = '' } = {}): Promise<InboxPage> => {
    const fits = (sms: InboundSms) =>
      ({ all: true, review: !sms.processed, optout: sms.isOptOut, processed: sms.processed })[filter]
    return { texts: (await inbound()).filter((sms) => fits(sms) && sms.body.includes(search)), next: null }
  },
  inboxCounts: async () => countsOf(await inbound()),
})

let lastClient: QueryClient | undefined

type Calls = Omit<NonNullable<FakeCalls['inbox']>, 'inbound'> & {
  inbound?: () => Promise<InboundSms[]>
  path?: string
}

/** Opens the list of all texts, which shows everything that is specified about each. */
function open(
  { inbound = async () => [sms(1)], path = '/admin?tab=sms&filter=all', ...messages }: Calls,
  more: FakeCalls = {},
) {
  const platform = fakePlatform(
    {
      auth: { me: async () => ({ id: id(999), username: 'maya', role: 'admin' as const }) },
      settings: { service },
      metrics: {},
      inbox: {
        ...inboxOf(inbound),
        unknown: async () => [],
        conversation: async () => conversation,
        ...messages,
      },
      ...more,
    },
    path,
  )
  lastClient = renderScreen(<SmsTab />, platform).client
  return platform
}

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  act(resetUserState)
})

const box = () => screen.findByRole('textbox', { name: 'Reply' })
const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Reply to SMS Message' }))
const findList = async () => within(await screen.findByRole('list', { name: 'Inbound SMS Messages' }))

test('a refused clipboard shows the number to copy by hand', async () => {
  const writeText = vi.fn(() => Promise.reject(new Error('Write permission denied.')))
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  open({})
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy number' }))
  expect(await screen.findByText('Not copied')).toBeTruthy()
  expect(screen.getByText(`The browser did not allow it. The number is ${number}`)).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(number)
})

describe('a text that may be an opt-out', () => {
  const pending = { body: 'Hello, wrong number?', intent: 'maybe_opt_out' as const, pendingReview: true }
  const asked = { ...conversation, messages: conversation.messages.map((one) => ({ ...one, ...pending })) }
  function ask() {
    const decide = vi.fn<(decision: object) => Promise<InboundSms>>(async () => sms(1))
    open({ inbound: async () => [sms(1, pending)], conversation: async () => asked, decide })
    return decide
  }

  test('is marked in the list and above the reply, with both decisions and their keys', async () => {
    const decide = ask()
    const line = await findList()
    expect(line.getByText('Opt-out?')).toBeTruthy()
    const panel = within(await screen.findByRole('region', { name: 'Conversation with Glow Nail Lounge' }))
    expect(await panel.findByText('May be an opt-out.')).toBeTruthy()
    expect(panel.getByRole('button', { name: 'Opt out' }).textContent).toBe('Opt outO')
    await userEvent.click(panel.getByRole('button', { name: 'Not an opt-out' }))
    await userEvent.click(line.getByRole('button', { name: 'Opt out' }))
    expect(decide.mock.calls.map(([decision]) => decision)).toEqual([
      { id: id(1), optOut: false },
      { id: id(1), optOut: true },
    ])
  })

  test.each([
    ['o', true],
    ['n', false],
  ])('key %s decides about the open text, which cannot be marked processed', async (key, optOut) => {
    const decide = ask()
    await screen.findByText('May be an opt-out.')
    expect(screen.queryByRole('button', { name: /Mark processed/i })).toBeNull()
    await userEvent.keyboard(key)
    expect(decide.mock.calls).toEqual([[{ id: id(1), optOut }]])
  })
})

describe('the list', () => {
  test('shows loading, empty and failed states', async () => {
    open({ inbound: () => new Promise(() => {}) })
    expect(await screen.findByText('Loading SMS messages...')).toBeTruthy()
    cleanup()
    open({ inbound: async () => [] })
    expect(await screen.findByText('No SMS messages received yet')).toBeTruthy()
    cleanup()
    open({ inbound: () => Promise.reject(errorResponse(500, 'The database is away')) })
    expect(await screen.findByText('Error loading SMS messages')).toBeTruthy()
    expect(screen.getByText('The database is away')).toBeTruthy()
  })

  test('filters show counts once the server has answered', async () => {
    let answer = (_: InboxCounts) => {}
    open({ inboxCounts: () => new Promise((done) => (answer = done)) })
    const labels = () => screen.getAllByRole('radio').map((one) => one.textContent)
    await screen.findByText('text 1')
    expect(labels()).toEqual(['All', 'Needs Review', 'Opt-Out', 'Processed'])
    await act(async () => answer({ all: 1_000_000, review: 3, optout: 0, processed: 999_997 }))
    await screen.findByRole('radio', { name: 'All 1,000,000' })
    expect(labels()).toEqual(['All 1,000,000', 'Needs Review 3', 'Opt-Out 0', 'Processed'])
  })

  test('a failed read of texts with unknown outcome is shown and can be repeated', async () => {
    const unknown = vi
      .fn()
      .mockRejectedValueOnce(errorResponse(500, 'The database is away'))
      .mockResolvedValue([])
    open({ unknown })
    const notice = await screen.findByRole('button', { name: /could not be loaded/ })
    expect(await screen.findByRole('radio', { name: 'All 1' })).toBeTruthy()
    await userEvent.click(notice)
    await waitFor(() => expect(screen.queryByRole('button', { name: /could not be loaded/ })).toBeNull())
    expect(screen.getByRole('radio', { name: 'Needs Review 1' })).toBeTruthy()
  })

  test('the server searches page by page, and a failed page can be loaded again', async () => {
    const inboxPage = vi.fn(async ({ search, before }: { search?: string; before?: string } = {}) => {
      if (!search) return before ? { texts: [], next: null } : { texts: [sms(1), sms(2)], next: '5-5' }
      if (before === undefined) return { texts: [], next: '4-4' }
      if (before === '4-4') return { texts: [], next: '3-3' }
      return { texts: [sms(50)], next: null }
    })
    inboxPage.mockResolvedValueOnce({ texts: [sms(1), sms(2)], next: '5-5' })
    inboxPage.mockRejectedValueOnce(errorResponse(500, 'The database is away'))
    open({ inboxPage: inboxPage as never })
    await screen.findByText('text 1')
    await userEvent.click(await screen.findByRole('button', { name: 'Load older texts' }))
    await waitFor(() => expect(inboxPage).toHaveBeenCalledTimes(3))
    await userEvent.type(screen.getByRole('searchbox'), 'text 50')
    expect(await screen.findByText('text 50')).toBeTruthy()
    const asked = inboxPage.mock.calls.map(([input]) => input)
    const pages = asked.filter(({ search } = {}) => search === 'text 50').map((one) => one?.before)
    expect(pages).toEqual([undefined, '4-4', '3-3'])
    expect(asked.length).toBeLessThan(3 + 'text 50'.length + 2)
  })

  test('badges show contact status, work state and opt-out', async () => {
    open({
      inbound: async () => [
        sms(1, { contactStatus: 'Contacted' }),
        sms(2, { contactStatus: 'Responded', processed: true }),
        sms(3, { contactStatus: 'Submitted', isOptOut: true }),
        sms(4, { contactStatus: 'Selected' }),
        sms(5, { contactStatus: null, body: '', numMedia: 1 }),
        sms(6, { contactStatus: null, processed: true, intent: 'automatic_reply' }),
      ],
    })
    const lines = (await findList()).getAllByRole('listitem')
    const lookOf = ({ textContent, dataset }: HTMLElement) => `${textContent} ${dataset.look} ${dataset.tone}`
    const looks = lines.map((line) => [...line.querySelectorAll<HTMLElement>('.sb-badge')].map(lookOf))
    expect(looks).toEqual([
      ['Contacted outline grey', 'Pending plain ink'],
      ['Responded tint grey', 'Processed plain grey'],
      ['Submitted solid grey', 'Pending plain ink', 'Opt-Out outline red'],
      ['Selected tint red', 'Pending plain ink'],
      ['Pending plain ink'],
      ['Processed plain grey', 'Automatic reply outline grey'],
    ])
    expect(within(lines[4] as HTMLElement).getByText('Picture without text')).toBeTruthy()
  })
})

describe('the work list', () => {
  const waiting = { texts: 1, since: sms(1).receivedAt }
  const later = sms(1, { from: other, businessName: 'Bloom', waiting })
  const longest = sms(2, { waiting: { texts: 3, since: new Date('2024-11-18T08:05').toISOString() } })
  const rows = () => screen.findAllByRole('button', { name: /^(Bloom|Glow Nail Lounge)$/ })
  const names = async () => (await rows()).map((row) => row.textContent)

  test('opens with the conversation that waits longest, with its count and facts', async () => {
    const inboxPage = vi.fn(async () => ({ texts: [longest, later], next: null }))
    const platform = open({ path: '/admin?tab=sms', inboxPage })
    expect(await names()).toEqual(['Glow Nail Lounge', 'Bloom'])
    expect(inboxPage).toHaveBeenCalledWith(
      { filter: 'review', order: 'waiting', search: '', limit: 50 },
      expect.anything(),
    )
    expect(platform.route.get()).toBe(`/admin?tab=sms&number=${encodeURIComponent(number)}`)
    const [first] = (await findList()).getAllByRole('listitem')
    expect(first?.textContent).toBe('Glow Nail LoungeNov 18, 2024, 8:05 AMtext 23 texts')
    expect((await rows())[0]?.title).toBe('+44 7700 900142 to +44 7700 900100 · 1 segment · 0 media')
    await userEvent.keyboard('j')
    expect(platform.route.get()).toBe(`/admin?tab=sms&number=${encodeURIComponent(other)}`)
  })

  test('the chosen order is kept for the next visit', async () => {
    const calls = { path: '/admin?tab=sms', inboxPage: async () => ({ texts: [longest, later], next: null }) }
    open(calls)
    await rows()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Newest first')
    expect(await names()).toEqual(['Bloom', 'Glow Nail Lounge'])
    cleanup()
    open(calls)
    expect(await names()).toEqual(['Bloom', 'Glow Nail Lounge'])
    expect(localStorage.getItem('salonback.inboxOrder')).toContain('newest')
    act(() => useInboxOrder.setState({ order: 'waiting' }))
  })
})

test('the address holds the open text, filter, search and reply', async () => {
  const platform = open({ inbound: async () => [sms(1), sms(2, { processed: true })] })
  const inAddress = () => Object.fromEntries(new URL(platform.route.get(), 'http://host').searchParams)
  await screen.findByRole('radio', { name: 'All 2' })
  expect(inAddress()).toEqual({ tab: 'sms', filter: 'all', number, text: id(1) })
  await userEvent.keyboard('j')
  expect(inAddress()).toEqual({ tab: 'sms', filter: 'all', number, text: id(2) })
  await userEvent.click(screen.getByRole('radio', { name: 'Processed' }))
  await userEvent.type(screen.getByRole('searchbox'), 'text')
  await userEvent.click(await screen.findByRole('button', { name: 'Glow Nail Lounge' }))
  await userEvent.keyboard('r')
  const looking = { tab: 'sms', number, text: id(2), filter: 'processed', search: 'text' }
  expect(inAddress()).toEqual({ ...looking, reply: number })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(inAddress()).toEqual(looking)
  act(() => platform.route.set(`/admin?tab=sms&number=${encodeURIComponent(number)}&filter=review`))
  expect(screen.getByRole('radio', { name: /^Needs Review/ }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
  expect(await screen.findByRole('heading', { name: 'Glow Nail Lounge', level: 2 })).toBeTruthy()
})

test('the open text stays in the list when it no longer fits the filter, until the filter changes', async () => {
  let processed = false
  const inbound = vi.fn(async () => [sms(1, { processed }), sms(2, { from: other })])
  const setProcessed = async () => {
    processed = true
    return sms(1, { processed })
  }
  open({ inbound, setProcessed, conversation: async () => conversationWith(processed) })
  await userEvent.click(await screen.findByRole('radio', { name: 'Needs Review 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Mark Processed' }))
  await waitFor(() => expect(inbound.mock.calls.length).toBeGreaterThanOrEqual(4))
  await screen.findByRole('radio', { name: 'Needs Review 1' })
  const lines = () =>
    within(screen.getByRole('list', { name: 'Inbound SMS Messages' })).getAllByText(/^text \d$/)
  expect(lines().map((line) => line.textContent)).toEqual(['text 2', 'text 1'])
  await userEvent.click(screen.getByRole('radio', { name: 'All 2' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Needs Review 1' }))
  expect(lines().map((line) => line.textContent)).toEqual(['text 2'])
})

test('a text marked while another filter loads stays in the list', async () => {
  let processed = false
  const texts = async () =>
    [sms(1, { processed }), sms(2, { from: other })].filter((text) => !processed || !text.processed)
  let answer = () => {}
  const asked = vi.fn(
    ({ filter }: { filter?: string } = {}) =>
      new Promise<InboxPage>((resolve) => {
        const now = async () => resolve({ texts: await texts(), next: null })
        if (filter === 'review' && !processed) answer = now
        else void now()
      }),
  )
  const setProcessed = async () => {
    processed = true
    return sms(1, { processed })
  }
  open({ inboxPage: asked, setProcessed, conversation: async () => conversationWith(processed) })
  await screen.findByRole('button', { name: 'Mark Processed' })
  await userEvent.click(await screen.findByRole('radio', { name: 'Needs Review 1' }))
  await userEvent.keyboard('e')
  await waitFor(() => expect(asked.mock.calls.length).toBeGreaterThanOrEqual(3))
  await act(async () => answer())
  const list = await findList()
  expect(list.getByText('text 2')).toBeTruthy()
  expect(list.getByText('text 1')).toBeTruthy()
  expect(list.getByText('Processed')).toBeTruthy()
})

test('the reply dialog shows a failed conversation and loads it on demand', async () => {
  const conversationOf = vi.fn().mockRejectedValue(errorResponse(500, 'The database is away'))
  open({ conversation: conversationOf })
  await userEvent.click(await screen.findByRole('button', { name: 'Reply to Glow Nail Lounge' }))
  const dialog = await findDialog()
  expect(await dialog.findByText('Error loading conversation')).toBeTruthy()
  expect(dialog.getByText('Recent Message:')).toBeTruthy()
  conversationOf.mockResolvedValue(conversation)
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('Conversation History (1 message):')).toBeTruthy()
})

test('the list is read on every visit, a conversation when one of its texts is opened', async () => {
  const inboxPage = vi.fn(async () => ({ texts: [sms(1)], next: null }))
  const read = vi.fn(async () => conversation)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const platform = open({ inboxPage, conversation: read })
  await userEvent.click(await screen.findByRole('button', { name: 'Glow Nail Lounge' }))
  await box()
  expect([inboxPage.mock.calls.length, read.mock.calls.length]).toEqual([1, 1])
  expect(read).toHaveBeenCalledWith({ number }, expect.anything())
  cleanup()
  renderScreen(<SmsTab />, platform, lastClient)
  await waitFor(() => expect(inboxPage).toHaveBeenCalledTimes(2))
})

describe('the dialog', () => {
  test('shows history, preview and status choices, and Cancel keeps the draft', async () => {
    open({})
    await userEvent.type(await box(), 'Half')
    await userEvent.click(screen.getByRole('button', { name: 'Reply to Glow Nail Lounge' }))
    const dialog = await findDialog()
    expect(dialog.getByText('Conversation History (1 message):')).toBeTruthy()
    const area = dialog.getByPlaceholderText('Type your reply message...') as HTMLTextAreaElement
    expect(area.value).toBe('Half')
    expect(dialog.getByText('4 characters')).toBeTruthy()
    const choices = within(dialog.getByLabelText('Update Prospect Status (Optional)')).getAllByRole('option')
    const statuses = ['No Status Change', 'Selected', 'Contacted', 'Responded', 'Submitted']
    expect(choices.map((one) => one.textContent)).toEqual(statuses)
    expect(dialog.getByText('SMS Preview')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(((await box()) as HTMLTextAreaElement).value).toBe('Half')
  })

  test('shows the answered text when there is no history', async () => {
    open({ conversation: async () => ({ ...conversation, messages: [] }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Reply to Glow Nail Lounge' }))
    const dialog = await findDialog()
    expect(await dialog.findByText('Recent Message:')).toBeTruthy()
    expect(dialog.getByText('text 1')).toBeTruthy()
  })
})

test('an opted-out number has no reply box, but a reason and an undo button', async () => {
  const given = { since: '2026-11-19T17:02:00.000Z', source: 'keyword', wording: 'STOP' } as const
  const optOut = { ...given, phoneNumber: number, recordedBy: null }
  open({ conversation: async () => ({ ...conversation, optOut }) })
  expect(await screen.findByText(/They texted STOP, so this number gets no more texts/)).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Undo opt-out...' })).toBeTruthy()
})

test('a withheld number has no reply box, but says why', async () => {
  const phoneNumber = '+266696687'
  open({
    inbound: async () => [sms(1, { from: phoneNumber, businessName: null })],
    conversation: async () => ({ ...conversation, phoneNumber, businessName: '' }),
  })
  await userEvent.click((await findList()).getByRole('button', { name: /^\+266/ }))
  expect(await screen.findByText(/^This sender withheld their number/)).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull()
})

test('marking is shown immediately and rolled back when the server refuses', async () => {
  let refuse = (_: Error) => {}
  const setProcessed = () => new Promise<InboundSms>((_, reject) => (refuse = reject))
  open({ setProcessed })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark Processed' }))
  expect(await screen.findByRole('button', { name: 'Back to Pending' })).toBeTruthy()
  await act(async () => refuse(errorResponse(500, 'x')))
  expect(await screen.findByRole('button', { name: 'Mark Processed' })).toBeTruthy()
  expect(screen.getByText('Update Failed')).toBeTruthy()
})

test('key e works before the conversation has loaded', async () => {
  let load = (_: Conversation) => {}
  const reads = [new Promise<Conversation>((resolve) => (load = resolve)), Promise.resolve(conversation)]
  const marked: unknown[] = []
  open({
    conversation: () => reads.shift() ?? Promise.resolve(conversationWith(true)),
    setProcessed: async (change) => {
      marked.push(change)
      return sms(1, { processed: true, needsReview: false })
    },
  })
  await screen.findByText('Loading conversation history...')
  await userEvent.keyboard('e')
  await waitFor(() => expect(marked).toEqual([{ id: id(1), processed: true }]))
  expect(await screen.findByRole('button', { name: 'Back to Pending' })).toBeTruthy()
  expect(screen.queryByText('Update Failed')).toBeNull()
  await act(async () => load(conversation))
})

test('marks are sent in order, and an older read does not undo them on screen', async () => {
  const marked: unknown[] = []
  const waiting: (() => void)[] = []
  open({
    setProcessed: ({ processed = true }) => {
      marked.push(processed)
      return new Promise((resolve) => waiting.push(() => resolve(sms(1, { processed }))))
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark Processed' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Back to Pending' }))
  await screen.findByRole('button', { name: 'Mark Processed' })
  expect(marked).toEqual([true])
  await act(async () => waiting.shift()?.())
  await waitFor(() => expect(marked).toEqual([true, false]))
  expect(screen.getByRole('button', { name: 'Mark Processed' })).toBeTruthy()
  await act(async () => waiting.shift()?.())
})
