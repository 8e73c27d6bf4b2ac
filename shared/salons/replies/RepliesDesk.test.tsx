// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { errorResponse, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { Told } from '../handover/contract.ts'
import { salonForTests } from '../salons/testing.ts'
import type { SalonConversation, SalonReply } from './contract.ts'
import { RepliesDesk } from './RepliesDesk.tsx'
import { rowDescription, rowName } from './RepliesList.tsx'

const id = (n: number) => `5d6ff7a0-0000-4000-8000-${String(n).padStart(12, '0')}`

const mary: SalonReply = {
  id: id(1),
  salonId: id(901),
  salonName: 'Glow & Co.',
  clientId: id(801),
  firstName: 'Mary',
  phone: '+447700900601',
  body: 'Yes please',
  numMedia: 0,
  receivedAt: '2026-11-20T09:00:00.000Z',
  processed: false,
  pendingReview: false,
  isOptOut: false,
  intent: 'positive',
  outcome: null,
}
const stranger: SalonReply = {
  ...mary,
  id: id(2),
  salonId: id(902),
  salonName: 'Opal Spa',
  clientId: null,
  firstName: null,
  phone: '+447700900602',
  body: 'Who is this?',
  intent: 'unclear',
}

const conversationOf = (row: SalonReply, more: Partial<SalonConversation> = {}): SalonConversation => {
  const { id, salonId, salonName, firstName, phone, body, receivedAt: timestamp, outcome } = row
  const { processed, pendingReview } = row
  const state = { processed, pendingReview, intent: 'unclear' as const, ...(outcome && { outcome }) }
  return {
    salonId,
    salonName,
    phoneNumber: phone,
    client: firstName ? { id, firstName, lastVisit: '2025-09-01', visits: 4, flags: ['vip'] } : null,
    offer: firstName ? { version: 2, text: 'Glow & Co.: 20% off this week' } : null,
    optOut: null,
    booking: null,
    ownerAnswer: null,
    otherSalons: 0,
    messages: [{ id, direction: 'inbound', body, timestamp, from: phone, ...state }],
    ...more,
  }
}

type ListReplies = { state?: string; salon?: string; search?: string }
type Marking = { messageId: string; outcome: SalonReply['outcome'] }

/** The desk with these texts, as a server that forgets nothing. */
function open(texts: SalonReply[], more: Partial<SalonConversation> = {}, path = '/admin/salons/replies') {
  const calls = {
    list: vi.fn(async ({ state, salon, search = '' }: ListReplies = {}) => ({
      items: texts.filter(
        ({ processed, salonId, body }) =>
          (state === 'all' || !processed) && (!salon || salonId === salon) && body.includes(search),
      ),
      nextCursor: null,
    })),
    salons: async () =>
      [mary, stranger].map(({ salonId, salonName }) => ({
        id: salonId,
        name: salonName,
        waiting: texts.filter((text) => text.salonId === salonId && !text.processed).length,
      })),
    conversation: async ({ id: salonId, number }: { id: string; number: string }) => {
      const row = texts.find((one) => one.salonId === salonId && one.phone === number)
      if (!row) throw errorResponse(404, 'Conversation not found')
      return conversationOf(row, more)
    },
    setOutcome: vi.fn(async ({ messageId, outcome }: Marking) => {
      const row = texts.find((one) => one.id === messageId) as SalonReply
      return Object.assign(row, { outcome, processed: outcome !== null })
    }),
    undoOutcome: vi.fn(async ({ messageId }: Marking) => {
      const row = texts.find((one) => one.id === messageId) as SalonReply
      return Object.assign(row, { outcome: null, processed: false })
    }),
    resolveUnknown: vi.fn(async () => ({ message: 'Counted as sent' })),
    decide: vi.fn(async (_: { messageId: string; optOut: boolean }) => mary),
    reply: vi.fn(async () => ({ id: id(50), status: 'sent' as const, segments: 1 })),
    ask: vi.fn(async (): Promise<{ told: Told }> => ({ told: 'text' })),
    passOn: vi.fn(async () => ({ message: 'Passed on' })),
  }
  const salons = {
    get: async ({ id }: { id: string }) => salonForTests(1, { id, timeZone: 'America/New_York' }),
  }
  const handover = {
    get: async () => ({ texts: true, reminders: false, facts: 'Open 9:00 to 18:00\nCut £45' }),
  }
  const platform = fakePlatform({ replies: calls, salons, handover }, path)
  renderScreen(<RepliesDesk />, platform)
  return { calls, platform }
}

const both = () => [{ ...mary }, { ...stranger }]
const conversation = (name: string) => screen.findByRole('region', { name: `Conversation with ${name}` })

const matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} })
beforeEach(() => vi.stubGlobal('matchMedia', matchMedia))

test('lists waiting texts with salon and client; one opens with offer and history', async () => {
  const { platform } = open(both())
  const list = within(await screen.findByRole('list', { name: 'Texts from clients' }))
  const rows = list.getAllByRole('article').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^Mary.*Glow & Co\.Yes please$/)
  expect(rows[1]).toMatch(/Opal SpaWho is this\?$/)
  await userEvent.click(list.getByRole('button', { name: 'Mary' }))
  const panel = within(await conversation('Mary'))
  expect(await panel.findByText(/Last visit Sep 1, 2025 · 4 visits · VIP/)).toBeTruthy()
  expect(panel.getByText(/20% off this week/)).toBeTruthy()
  expect(panel.getByRole('link', { name: 'Glow & Co.' })).toHaveProperty(
    'href',
    expect.stringContaining(mary.salonId),
  )
  expect(platform.route.get()).toContain(`text=${mary.id}`)
})

test('a row is read aloud with salon, time and words; names that repeat have their last three digits', () => {
  const now = new Date('2026-11-20T11:10:00.000Z')
  const other = { ...mary, phone: '+447700900777' }
  expect(rowName(mary, [mary, stranger])).toBe('Mary')
  expect(rowName(mary, [mary, other])).toBe('Mary …601')
  expect(rowName(other, [mary, other])).toBe('Mary …777')
  expect(rowName(stranger, [stranger, { ...stranger, phone: '+447700900777' }])).toBe('+44 7700 900602')
  expect(rowDescription(mary, now)).toBe('Glow & Co., waiting 2 h, “Yes please”')
  expect(rowDescription({ ...mary, processed: true, receivedAt: '2026-11-20T11:05:00.000Z' }, now)).toBe(
    'Glow & Co., 5 min ago, “Yes please”',
  )
  expect(
    rowDescription({ ...mary, body: '', numMedia: 1, receivedAt: '2026-11-17T11:00:00.000Z' }, now),
  ).toBe('Glow & Co., waiting 3 days, a picture')
})

test('a list has one tab stop per row, and a first one that skips to the conversation', async () => {
  open(both())
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  const panel = await conversation('Mary')
  await userEvent.click(screen.getByRole('button', { name: 'Skip to the conversation' }))
  expect(document.activeElement).toBe(panel)
  screen.getByRole('button', { name: 'Skip to the conversation' }).focus()
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Mary' }))
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '+44 7700 900602' }))
})

test('j and k move; n and w mark the conversation done and go on', async () => {
  const { calls } = open(both())
  await screen.findByRole('button', { name: 'Mary' })
  await userEvent.keyboard('j')
  await conversation('Mary')
  await userEvent.keyboard('j')
  await conversation('+44 7700 900602')
  expect(await screen.findByText(/Not on the list/)).toBeTruthy()
  await userEvent.keyboard('k')
  const panel = within(await conversation('Mary'))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Mary' }))
  await waitFor(() =>
    expect(panel.getByRole('button', { name: 'Not interested' })).toHaveProperty('disabled', false),
  )
  await userEvent.keyboard('n')
  const next = within(await conversation('+44 7700 900602'))
  expect(await screen.findByText('Not interested', { selector: '.sb-toast *' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mary' })).toBeNull())
  await waitFor(() =>
    expect(next.getByRole('button', { name: 'Wrong person' })).toHaveProperty('disabled', false),
  )
  await userEvent.keyboard('w')
  expect(await screen.findByText('No replies waiting')).toBeTruthy()
  expect(calls.setOutcome.mock.calls.map(([input]) => input)).toEqual([
    { id: mary.salonId, messageId: mary.id, outcome: 'not_interested', visitAt: null },
    { id: stranger.salonId, messageId: stranger.id, outcome: 'wrong_person', visitAt: null },
  ])
})

test.each(['Undo', 'the key U'])('%s takes an outcome back and opens its conversation again', async (way) => {
  const { calls } = open(both())
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  const panel = within(await conversation('Mary'))
  await userEvent.click(await panel.findByRole('button', { name: 'Not interested' }))
  await conversation('+44 7700 900602')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mary' })).toBeNull())
  if (way === 'Undo') await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  else await userEvent.keyboard('u')
  await conversation('Mary')
  expect(await screen.findByRole('button', { name: 'Mary' })).toBeTruthy()
  expect(screen.queryByText('Marked done')).toBeNull()
  expect(screen.getByRole('region', { name: /^Notifications/ }).contains(document.activeElement)).toBe(false)
  expect(calls.undoOutcome).toHaveBeenCalledExactlyOnceWith({
    id: mary.salonId,
    messageId: mary.id,
    outcome: 'not_interested',
  })
})

test('o asks the owner about the last text and says how', async () => {
  const { calls } = open(both())
  await screen.findByRole('button', { name: 'Mary' })
  await userEvent.keyboard('j')
  const panel = within(await conversation('Mary'))
  await waitFor(() =>
    expect(panel.getByRole('button', { name: 'Ask the salon' })).toHaveProperty('disabled', false),
  )
  await userEvent.keyboard('o')
  expect(await screen.findByText('Aoife gets a text.')).toBeTruthy()
  calls.ask.mockResolvedValueOnce({ told: 'unreachable' })
  await userEvent.click(panel.getByRole('button', { name: 'Ask the salon' }))
  expect(await screen.findByText(/can be neither texted nor emailed/)).toBeTruthy()
  expect(calls.ask.mock.calls).toEqual([
    [{ id: mary.salonId, messageId: mary.id }],
    [{ id: mary.salonId, messageId: mary.id }],
  ])
})

test('the facts of the salon and the offer are beside the conversation, folded on a phone', async () => {
  open(both())
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  const facts = (await screen.findByText('About Glow & Co.')).closest('details')
  expect(facts?.open).toBe(true)
  expect(facts?.textContent).toContain('Cut £45')
  expect(screen.getByText('Offer, version 2:').closest('details')).toBe(null)
  cleanup()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  open(both())
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  for (const folded of ['About Glow & Co.', 'Offer, version 2:'])
    expect((await screen.findByText(folded)).closest('details')?.open).toBe(false)
})

test('b asks when the client comes, on the clock of the salon, and whether to tell the owner', async () => {
  const { calls } = open(both())
  await screen.findByRole('button', { name: 'Mary' })
  for (const [name, typed, tells] of [
    ['Mary', '2026-12-01T15:00', true],
    ['+44 7700 900602', '', false],
  ] as const) {
    await userEvent.keyboard('j')
    const panel = within(await conversation(name))
    await waitFor(() =>
      expect(panel.getByRole('button', { name: 'Booked' })).toHaveProperty('disabled', false),
    )
    await userEvent.keyboard('b')
    const dialog = within(await screen.findByRole('dialog', { name: `${name} booked` }))
    fireEvent.change(dialog.getByLabelText(/When is the appointment/), { target: { value: typed } })
    expect(dialog.getByText(/The time at Glow & Co. \(America\/New York\)/)).toBeTruthy()
    if (!tells) await userEvent.click(dialog.getByRole('checkbox', { name: 'Tell Aoife' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Mark booked' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await screen.findByText('No replies waiting')
  expect(calls.setOutcome.mock.calls.map(([{ outcome, ...input }]) => input)).toMatchObject([
    { messageId: mary.id, visitAt: '2026-12-01T20:00:00.000Z', tellOwner: true },
    { messageId: stranger.id, visitAt: null, tellOwner: false },
  ])
})

const FRIDAY = '2026-12-04T19:00:00.000Z'

/** Opens the dialog of a booking of Mary. */
async function bookMary(more: Partial<SalonConversation> = {}) {
  const opened = open(both(), more)
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  const panel = within(await conversation('Mary'))
  await waitFor(() => expect(panel.getByRole('button', { name: 'Booked' })).toHaveProperty('disabled', false))
  await userEvent.keyboard('b')
  const dialog = within(await screen.findByRole('dialog', { name: 'Mary booked' }))
  const type = (time: string) =>
    fireEvent.change(dialog.getByLabelText(/When is the appointment/), { target: { value: time } })
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/When is the appointment/)))
  const words = () => dialog.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Text to Mary' })
  const press = (name: string) => userEvent.click(dialog.getByRole('button', { name }))
  return { ...opened, dialog, type, words, press }
}

test('Booked offers a text that follows the time until it is edited, beside her words and the facts', async () => {
  const { calls, dialog, type, words, press } = await bookMary()
  expect(dialog.getByText('Yes please')).toBeTruthy()
  expect(dialog.getByText(/Cut £45/)).toBeTruthy()
  expect(words()).toBe(null)
  type('2026-12-04T14:00')
  expect(dialog.getByRole('checkbox', { name: 'Text Mary' })).toHaveProperty('checked', true)
  expect(words()?.value).toBe(
    'You are booked for Fri 4 Dec, 14:00 at Glow & Co. If you cannot come, text us here.',
  )
  expect(dialog.getByText(/1 segment/)).toBeTruthy()
  type('2026-12-05T10:30')
  expect(words()?.value).toMatch(/Sat 5 Dec, 10:30/)
  await userEvent.type(words() as HTMLTextAreaElement, ' Bring a photo.')
  type('2026-12-04T14:00')
  expect(words()?.value).toMatch(/Sat 5 Dec, 10:30.* Bring a photo\.$/)
  await press('Mark booked')
  await waitFor(() => expect(calls.setOutcome).toHaveBeenCalledOnce())
  expect(calls.setOutcome.mock.calls[0]?.[0]).toMatchObject({
    outcome: 'booked',
    visitAt: FRIDAY,
    tellOwner: true,
    textClient: expect.stringMatching(/Bring a photo\.$/),
  })
})

test('a booking that she has a text about is moved or canceled with the text that fits', async () => {
  const { calls, dialog, type, words, press } = await bookMary({ booking: { visitAt: FRIDAY, texted: true } })
  expect(dialog.getByLabelText(/When is the appointment/)).toHaveProperty('value', '2026-12-04T14:00')
  expect(words()).toBe(null)
  type('2026-12-05T10:30')
  expect(words()?.value).toMatch(/^Your appointment at Glow & Co\. is now Sat 5 Dec, 10:30\./)
  await userEvent.click(dialog.getByRole('radio', { name: 'Canceled' }))
  expect(words()?.value).toMatch(/^Your appointment at Glow & Co\. on Fri 4 Dec, 14:00 is canceled\./)
  await press('Cancel the booking')
  await waitFor(() => expect(calls.setOutcome).toHaveBeenCalledOnce())
  const [given] = calls.setOutcome.mock.calls[0] ?? []
  expect(given).toMatchObject({ outcome: 'canceled', textClient: expect.stringMatching(/is canceled/) })
  expect(given).not.toHaveProperty('tellOwner')
})

test('without the tick, and to a number that opted out, no text is sent', async () => {
  const first = await bookMary()
  first.type('2026-12-04T14:00')
  await userEvent.click(first.dialog.getByRole('checkbox', { name: 'Text Mary' }))
  expect(first.words()).toBe(null)
  await first.press('Mark booked')
  await waitFor(() => expect(first.calls.setOutcome).toHaveBeenCalledOnce())
  cleanup()
  const second = await bookMary({ optOut: { since: mary.receivedAt, wording: 'STOP' } })
  second.type('2026-12-04T14:00')
  expect(second.dialog.getByText('Mary gets no text: the number opted out.')).toBeTruthy()
  await second.press('Mark booked')
  await waitFor(() => expect(second.calls.setOutcome).toHaveBeenCalledOnce())
  for (const { calls } of [first, second])
    expect(calls.setOutcome.mock.calls[0]?.[0]).not.toHaveProperty('textClient')
})

test('a booking taken back offers the text that it is canceled', async () => {
  const { calls } = open(
    [{ ...mary, processed: true, outcome: 'booked' }],
    { booking: { visitAt: FRIDAY, texted: true } },
    '/admin/salons/replies?state=all',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as waiting' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mary is not booked' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as waiting' }))
  await waitFor(() => expect(calls.setOutcome).toHaveBeenCalledOnce())
  expect(calls.setOutcome.mock.calls[0]?.[0]).toMatchObject({
    outcome: null,
    textClient:
      'Your appointment at Glow & Co. on Fri 4 Dec, 14:00 is canceled. For another time, text us here.',
  })
})

test('p passes the answer of the owner on; Undo takes it back', async () => {
  const ownerAnswer = { messageId: mary.id, words: 'Aoife says: Friday 14:00 works' }
  const { calls } = open(both(), { ownerAnswer })
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  const panel = within(await conversation('Mary'))
  expect(await panel.findByText('Aoife says: Friday 14:00 works')).toBeTruthy()
  await userEvent.keyboard('p')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(calls.passOn).toHaveBeenCalledTimes(2))
  const one = { id: mary.salonId, messageId: mary.id }
  expect(calls.passOn.mock.calls).toEqual([[one], [{ ...one, undo: true }]])
  await conversation('Mary')
})

test('s opts a possible opt-out out and moves on', async () => {
  const { calls } = open([{ ...mary, pendingReview: true, body: 'no more please' }, { ...stranger }])
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  const panel = within(await conversation('Mary'))
  await panel.findByRole('button', { name: 'Opt out' })
  await userEvent.keyboard('s')
  await conversation('+44 7700 900602')
  await waitFor(() => expect(calls.decide).toHaveBeenCalledOnce())
  expect(calls.decide.mock.calls).toEqual([[{ id: mary.salonId, messageId: mary.id, optOut: true }]])
})

test('a wrong person: the toast and the conversation say whether the number is still texted', async () => {
  const { calls } = open(both(), { otherSalons: 1 })
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  const panel = within(await conversation('Mary'))
  await waitFor(() =>
    expect(panel.getByRole('button', { name: 'Wrong person' })).toHaveProperty('disabled', false),
  )
  await userEvent.keyboard('w')
  const still = 'Glow & Co. sends no more offers to this number. 1 other salon still may.'
  expect(await screen.findByText(`Wrong person. ${still}`)).toBeTruthy()
  expect(calls.setOutcome.mock.calls[0]?.[0]).toMatchObject({ outcome: 'wrong_person' })
  cleanup()
  open([{ ...mary, processed: true, outcome: 'wrong_person' }], {}, '/admin/salons/replies?state=all')
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  expect(await screen.findByText(/It is on no other list\./)).toBeTruthy()
})

test('an outcome shows in the list and the thread, and can be taken back', async () => {
  const { calls } = open(
    [{ ...mary, processed: true, outcome: 'booked' }],
    {},
    '/admin/salons/replies?state=all',
  )
  expect((await screen.findByRole('article')).textContent).toMatch(/Booked$/)
  await userEvent.click(screen.getByRole('button', { name: 'Mary' }))
  const panel = within(await conversation('Mary'))
  expect(await panel.findByText(/· Booked/)).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Mark as waiting' }))
  expect(await panel.findByRole('button', { name: 'Not interested' })).toBeTruthy()
  expect(calls.setOutcome.mock.calls[0]?.[0]).toMatchObject({ messageId: mary.id, outcome: null })
})

test('the list is filtered by salon, with what waits at each; the filter survives an open conversation', async () => {
  const { platform } = open(both())
  const select = await screen.findByRole('combobox', { name: 'Salon' })
  await screen.findByRole('option', { name: 'All salons (2 waiting)' })
  const options = within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(options).toEqual(['All salons (2 waiting)', 'Glow & Co. (1 waiting)', 'Opal Spa (1 waiting)'])
  await userEvent.selectOptions(select, 'Opal Spa (1 waiting)')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mary' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: '+44 7700 900602' }))
  await conversation('+44 7700 900602')
  expect(select).toHaveProperty('value', stranger.salonId)
  await userEvent.selectOptions(select, 'All salons (2 waiting)')
  expect(await screen.findByRole('button', { name: 'Mary' })).toBeTruthy()
  await conversation('+44 7700 900602')
  expect(platform.route.get()).not.toContain('salon=')
})

test('a link with a salon filters; one with a number opens its conversation', async () => {
  open(both(), {}, `/admin/salons/replies?salon=${stranger.salonId}`)
  await screen.findByRole('button', { name: '+44 7700 900602' })
  expect(screen.queryByRole('button', { name: 'Mary' })).toBeNull()
  cleanup()
  const params = new URLSearchParams({ salon: mary.salonId, number: mary.phone })
  open(both(), {}, `/admin/salons/replies?${params}`)
  await conversation('Mary')
})

test('a search asks the server; without a match the list says so', async () => {
  const { calls } = open(both())
  await screen.findByRole('button', { name: 'Mary' })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search replies' }), 'Who')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mary' })).toBeNull())
  expect(screen.getByText('Who is this?')).toBeTruthy()
  expect(calls.list.mock.lastCall?.[0]).toMatchObject({ state: 'waiting', search: 'Who' })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search replies' }), ' else')
  expect(await screen.findByText('No replies found')).toBeTruthy()
})

test('a text with unknown outcome is resolved in its conversation', async () => {
  const sent = { id: id(70), direction: 'outbound', body: 'Offer', timestamp: mary.receivedAt } as const
  const unknown = { ...sent, from: '+447700900800', status: 'unknown', kind: 'offer' } as const
  const { calls } = open(both(), { messages: [unknown] })
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  await userEvent.click(await screen.findByRole('button', { name: 'It was sent' }))
  expect(calls.resolveUnknown).toHaveBeenCalledExactlyOnceWith({
    id: mary.salonId,
    messageId: unknown.id,
    outcome: 'sent',
  })
})

test('r writes a reply, Ctrl+Enter sends it from the salon', async () => {
  const { calls } = open(both())
  await screen.findByRole('button', { name: 'Mary' })
  await userEvent.keyboard('j')
  await screen.findByText(/Last visit/)
  await userEvent.keyboard('r')
  await userEvent.keyboard('Tuesday at 3?')
  expect(await screen.findByText('Draft')).toBeTruthy()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Reply SMS sent successfully')).toBeTruthy()
  expect(calls.reply).toHaveBeenCalledExactlyOnceWith(
    { id: mary.salonId, phoneNumber: mary.phone, message: 'Tuesday at 3?' },
    { idempotencyKey: expect.any(String) },
  )
  expect(screen.getByRole('textbox', { name: 'Reply' })).toHaveProperty('value', '')
})

test('an opted-out number has no reply box; a possible opt-out is decided first', async () => {
  const since = '2026-11-20T10:00:00.000Z'
  open(both(), { optOut: { since, wording: null } })
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  expect((await screen.findByRole('note')).textContent).toContain('did not come to this salon')
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull()
  cleanup()
  const { calls } = open([{ ...mary, pendingReview: true }])
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Not an opt-out' }))
  expect(calls.decide).toHaveBeenCalledExactlyOnceWith({
    id: mary.salonId,
    messageId: mary.id,
    optOut: false,
  })
})

test('wrong person decides a possible opt-out; the other outcomes wait for the decision', async () => {
  const { calls } = open([{ ...mary, pendingReview: true }])
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
  await screen.findByRole('button', { name: 'Not an opt-out' })
  expect([button(/^Booked/).disabled, button(/^Not interested/).disabled]).toEqual([true, true])
  await userEvent.click(button(/^Wrong person/))
  await waitFor(() => expect(calls.setOutcome).toHaveBeenCalledTimes(1))
  expect(calls.setOutcome.mock.calls[0]?.[0]).toMatchObject({ messageId: mary.id, outcome: 'wrong_person' })
})

test('All shows processed texts; an empty desk and a failed one say so', async () => {
  const { platform } = open([{ ...mary, processed: true }])
  expect(await screen.findByText('No replies waiting')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'All' }))
  expect((await screen.findByRole('article')).textContent).toMatch(/Done$/)
  expect(platform.route.get()).toBe('/admin/salons/replies?state=all')
  cleanup()
  renderScreen(<RepliesDesk />, fakePlatform({}, '/admin/salons/replies'))
  expect(await screen.findByText('Failed to load replies')).toBeTruthy()
})

test('on a phone list and conversation are two steps', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  open(both())
  await userEvent.click(await screen.findByRole('button', { name: 'Mary' }))
  await conversation('Mary')
  expect(screen.queryByRole('list', { name: 'Texts from clients' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }))
  expect(await screen.findByRole('list', { name: 'Texts from clients' })).toBeTruthy()
})
