// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { DeskState, MineEntry, Note } from './conversation.ts'
import { DeskBar } from './DeskBar.tsx'
import { countMine, mineTexts } from './mine.ts'
import { NoteItem } from './NoteItem.tsx'
import { SelectBox, SelectionBar, SelectionContext, useSelection, useSelectionKeys } from './selection.tsx'

const number = '+447700900142'
const conversation = { salonId: null, number }
const free: DeskState = {
  salonId: null,
  number,
  takenBy: null,
  takenUntil: null,
  assignedTo: null,
  snoozedUntil: null,
}
const note: Note = {
  id: '5d6ff7a0-0000-4000-8000-000000000001',
  body: 'Call her on Friday',
  createdBy: 'maya',
  createdAt: '2026-11-25T09:00:00.000Z',
}

const entry: MineEntry = {
  ...conversation,
  salonName: null,
  name: 'Glow',
  assigned: true,
  by: 'sam',
  at: note.createdAt,
  words: 'How much is it?',
  isNote: false,
  seen: false,
  waiting: true,
}

const colleagues = async () => [
  { id: 'a', username: 'ana' },
  { id: note.id, username: 'maya' },
  { id: 's', username: 'sam' },
]

beforeEach(() => sessionStorage.clear())

function openBar(state: Partial<DeskState>, calls: FakeCalls['inbox'] = {}, pendingReview = false) {
  const platform = fakePlatform({
    auth: { me: async () => ({ id: note.id, username: 'maya', role: 'admin' }) },
    inbox: { deskOf: async () => ({ ...free, ...state, notes: [] }), desk: async () => [], ...calls },
  })
  renderScreen(<DeskBar conversation={conversation} pendingReview={pendingReview} review={null} />, platform)
}

async function openNote() {
  await screen.findByRole('button', { name: 'Add note' })
  await userEvent.keyboard('a')
  return within(await screen.findByRole('dialog', { name: 'Note for colleagues' }))
}

test('t takes a free conversation', async () => {
  const take = vi.fn(async (_: object) => free)
  openBar({}, { take })
  await screen.findByRole('button', { name: 'Take' })
  await userEvent.keyboard('t')
  expect(take).toHaveBeenCalledExactlyOnceWith({ ...conversation, over: false })
})

test('a conversation of a colleague says so and can be taken over', async () => {
  const take = vi.fn(async (_: object) => free)
  openBar({ takenBy: 'sam', takenUntil: '2026-11-25T09:10:00.000Z' }, { take })
  expect(await screen.findByText('sam is answering')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Take over' }))
  expect(take).toHaveBeenCalledExactlyOnceWith({ ...conversation, over: true })
})

test('one’s own conversation can be released', async () => {
  const release = vi.fn(async (_: object) => free)
  openBar({ takenBy: 'maya', takenUntil: '2026-11-25T09:10:00.000Z' }, { release })
  expect(await screen.findByText('You are answering')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Release' }))
  expect(release).toHaveBeenCalledExactlyOnceWith(conversation)
})

test('l offers tomorrow, Monday and a date', async () => {
  const snooze = vi.fn(async (_: { until: string | null }) => ({ changed: 1, skipped: 0 }))
  openBar({}, { snooze })
  await screen.findByRole('button', { name: 'Later' })
  await userEvent.keyboard('l')
  const dialog = within(await screen.findByRole('dialog', { name: 'Later' }))
  expect(dialog.getByRole('button', { name: /^Tomorrow / })).toBeTruthy()
  expect(dialog.getByLabelText('Or pick a date')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: /^Monday / }))
  const until = new Date(snooze.mock.calls[0]?.[0].until ?? '')
  expect([until.getDay(), until.getHours()]).toEqual([1, 9])
})

test('a snoozed conversation says when it is back and can be brought back', async () => {
  const snooze = vi.fn(async (_: object) => ({ changed: 1, skipped: 0 }))
  openBar({ snoozedUntil: new Date('2026-11-30T09:00').toISOString() }, { snooze })
  expect(await screen.findByText('Back on Mon, Nov 30')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Bring back' }))
  expect(snooze).toHaveBeenCalledExactlyOnceWith({ conversations: [conversation], until: null })
})

test('a possible opt-out cannot wait', async () => {
  openBar({}, {}, true)
  expect(await screen.findByRole('button', { name: 'Later' })).toHaveProperty('disabled', true)
})

test('a note is written in its own form and says that it is not sent', async () => {
  const addNote = vi.fn(async (_: object) => note)
  openBar({}, { addNote })
  const dialog = await openNote()
  expect(dialog.getByText(/never sent/)).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: /Note/ }), 'Call her on Friday')
  await userEvent.click(dialog.getByRole('button', { name: /Save note/ }))
  expect(addNote).toHaveBeenCalledExactlyOnceWith({ ...conversation, body: 'Call her on Friday' })
})

test('i opens the names, oneself first, and a choice assigns the conversation', async () => {
  const assign = vi.fn(async (_: object) => ({ ...free, assignedTo: 'sam' }))
  openBar({ assignedTo: 'ana' }, { assign, colleagues })
  expect(await screen.findByText('Assigned to ana')).toBeTruthy()
  await userEvent.keyboard('i')
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign to' }))
  await dialog.findByRole('button', { name: 'sam' })
  const names = dialog.getAllByRole('listitem').map((one) => one.textContent)
  expect(names).toEqual(['Me (maya)', 'ana', 'sam', 'Unassign'])
  expect(dialog.getByRole('button', { name: 'ana' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(dialog.getByRole('button', { name: 'sam' }))
  expect(assign).toHaveBeenCalledExactlyOnceWith({ ...conversation, to: 's' })
  expect(await screen.findByText('To sam')).toBeTruthy()
})

test('a note completes the name of a colleague after an @', async () => {
  const addNote = vi.fn(async (_: object) => note)
  openBar({}, { addNote, colleagues })
  const dialog = await openNote()
  await userEvent.type(dialog.getByRole('textbox', { name: /Note/ }), 'Ask @')
  await dialog.findByRole('button', { name: '@ana' })
  expect(dialog.queryByRole('button', { name: '@maya' })).toBeNull()
  await userEvent.keyboard('s{Enter}or ')
  await userEvent.keyboard('@a')
  await userEvent.click(dialog.getByRole('button', { name: '@ana' }))
  await userEvent.click(dialog.getByRole('button', { name: /Save note/ }))
  expect(addNote).toHaveBeenCalledExactlyOnceWith({ ...conversation, body: 'Ask @sam or @ana' })
})

test('opening a conversation marks what is new for the reader as seen, once, also if that fails', async () => {
  const seen = vi.fn(async (_: object) => Promise.reject(new Error('no answer')))
  const mine = vi.fn(async () => [entry])
  openBar({}, { seen, mine })
  await screen.findByRole('button', { name: 'Assign' })
  await vi.waitFor(() => expect(seen).toHaveBeenCalledWith(conversation))
  // Read again after the failure: it is still new.
  await vi.waitFor(() => expect(mine).toHaveBeenCalledTimes(2))
  await act(() => Promise.resolve())
  expect(seen).toHaveBeenCalledTimes(1)
})

test('Mine counts new entries and assigned conversations that wait; its rows match the search', () => {
  const seen = { ...entry, seen: true }
  expect(countMine([entry, seen, { ...seen, waiting: false }, { ...seen, assigned: false }])).toBe(2)
  const rows = (search: string) =>
    mineTexts([entry, { ...entry, salonId: note.id }], search).map(({ body }) => body)
  expect(rows('glow')).toEqual(['How much is it?'])
  expect(rows('opal')).toEqual([])
})

test('only one’s own note can be deleted', async () => {
  const deleteNote = vi.fn(async (_: object) => ({ message: 'Note deleted' }))
  renderScreen(<NoteItem note={note} time="9:00 AM" me="sam" />, fakePlatform({}))
  expect(screen.getByText('Note · not sent')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  renderScreen(<NoteItem note={note} time="9:00 AM" me="maya" />, fakePlatform({ inbox: { deleteNote } }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete note' }))
  expect(deleteNote).toHaveBeenCalledExactlyOnceWith({ id: note.id })
})

const rows = [1, 2, 3, 4].map((n) => ({ salonId: null, number: `+44770090014${n}` }))

function List() {
  const selection = useSelection(rows)
  useSelectionKeys(selection, { group: 'SMS', current: rows[0], neighbor: () => rows[1], move: () => {} })
  return (
    <SelectionContext value={selection}>
      {rows.map((row) => (
        <SelectBox key={row.number} conversation={row} name={row.number} />
      ))}
      <SelectionBar {...selection} />
    </SelectionContext>
  )
}

test('x and Shift select conversations, and one call marks them', async () => {
  const markProcessed = vi.fn(async (_: object) => ({ changed: 2, skipped: 1 }))
  renderScreen(<List />, fakePlatform({ inbox: { markProcessed } }))
  const user = userEvent.setup()
  await user.keyboard('x')
  expect(screen.getByText('1 selected')).toBeTruthy()
  await user.keyboard('x')
  expect(screen.queryByText('1 selected')).toBeNull()
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(screen.getByText('2 selected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select +447700900142' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select +447700900144' }))
  await user.keyboard('{/Shift}')
  expect(screen.getByText('3 selected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Mark processed' }))
  expect(markProcessed).toHaveBeenCalledExactlyOnceWith({ conversations: rows.slice(1) })
  expect(await screen.findByText('Not all were marked')).toBeTruthy()
  const told =
    '2 conversations were marked. 1 conversation may hold an opt-out. Decide first whether it is one.'
  expect(screen.getByText(told)).toBeTruthy()
})
