// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { MineEntry } from '../core/inbox/conversation.ts'
import { useSeeMine } from '../core/inbox/mine.ts'
import { queryKeyOf } from '../kit/data.ts'
import { fakePlatform, renderScreen } from '../kit/testing.tsx'
import { runToastAction } from '../kit/toasts.ts'
import { useMineNotices } from './useMineNotices.ts'

const entry: MineEntry = {
  salonId: null,
  salonName: null,
  number: '+447700900142',
  name: 'Glow',
  assigned: true,
  by: 'sam',
  at: '2026-11-25T09:00:00.000Z',
  words: 'How much is it?',
  isNote: false,
  seen: false,
  waiting: true,
}
const salonId = '5d6ff7a0-0000-4000-8000-000000000001'

function Notices() {
  useMineNotices()
  return null
}

test.each([
  [entry, 'Assigned to you', 'sam assigned Glow to you', { phone: entry.number }],
  [
    { ...entry, isNote: true, salonId, salonName: 'Opal Spa' },
    'You are mentioned',
    'sam wrote a note: Glow, Opal Spa',
    { path: `/admin/salons/replies?of=${salonId}&number=%2B447700900142` },
  ],
])('what comes while the console is open shows once: %#', async (added, title, words, target) => {
  let entries: MineEntry[] = [{ ...entry, number: '+447700900199' }]
  const notify = vi.fn()
  const mine = vi.fn(async () => entries)
  const platform = fakePlatform({ inbox: { mine } }, '/admin', { notify })
  const { client } = renderScreen(<Notices />, platform)
  const readAgain = async () => {
    const reads = mine.mock.calls.length
    await act(() => client.invalidateQueries({ queryKey: queryKeyOf('inbox', 'mine') }))
    await waitFor(() => expect(mine.mock.calls.length).toBeGreaterThan(reads))
  }
  await waitFor(() => expect(mine).toHaveBeenCalled())
  await readAgain()
  expect(notify).not.toHaveBeenCalled()
  entries = [added, ...entries]
  await readAgain()
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
  await readAgain()
  expect(notify.mock.calls).toEqual([[{ title, body: expect.stringMatching(/^sam /), ...target }]])
  runToastAction()
  expect(platform.route.get()).toBe('/admin')
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(platform.route.get()).toBe('path' in target ? target.path : '/admin?tab=sms&number=%2B447700900142')
})

/** The conversation of the entry, open on the screen. */
function OpenConversation() {
  useSeeMine({ salonId: null, number: entry.number })
  return null
}

function NoticesAround() {
  useMineNotices()
  return <OpenConversation />
}

test.each([
  ['inside', <NoticesAround key="inside" />],
  [
    'before',
    <div key="before">
      <OpenConversation />
      <Notices />
    </div>,
  ],
])('what comes to the open conversation shows, although it is seen right away: %s', async (_, shown) => {
  let entries: MineEntry[] = []
  const notify = vi.fn()
  const seen = vi.fn(async () => {
    entries = entries.map((one) => ({ ...one, seen: true }))
    return { message: '' }
  })
  const { client } = renderScreen(
    shown,
    fakePlatform({ inbox: { mine: async () => entries, seen } }, '/admin', { notify }),
  )
  const key = queryKeyOf('inbox', 'mine')
  await waitFor(() => expect(client.getQueryData(key)).toEqual([]))
  entries = [{ ...entry, isNote: true }]
  await act(() => client.invalidateQueries({ queryKey: key }))
  expect(await screen.findByText('You are mentioned')).toBeTruthy()
  await waitFor(() => expect(client.getQueryData(key)).toEqual([{ ...entry, isNote: true, seen: true }]))
  expect([seen.mock.calls.length, notify.mock.calls.length]).toEqual([1, 1])
})
