// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Api } from '../../host/platform.ts'
import { errorResponse, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { ContactTab } from './ContactTab.tsx'
import type { ContactQuery } from './contract.ts'
import { contactQueryForTests } from './testing.ts'

const aoife = { name: 'Aoife Byrne', message: 'How does the 30% work?\nAnd who pays?' }
const two = [contactQueryForTests(1), contactQueryForTests(2, aoife)] as const
const list = (queries: readonly ContactQuery[]) => async () => ({ queries: [...queries] })

/** Opens the tab with two messages and presses Delete All. */
async function deleteAll(removeAll: Api['contact']['removeAll']) {
  renderScreen(<ContactTab />, fakePlatform({ contact: { list: list(two), removeAll } }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete All' }))
}
const confirm = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete 2 messages' }))

test('shows each message as a card with the counts', async () => {
  renderScreen(<ContactTab />, fakePlatform({ contact: { list: list(two) } }))
  const [card] = await screen.findAllByRole('listitem')
  expect(card?.textContent).toContain('Person 1')
  expect(card?.textContent).toContain('person1@salon.example')
  expect(card?.textContent).toContain('Subject 1')
  expect(card?.textContent).toContain('Message number 1')
  expect(card?.textContent).toMatch(/\d+ years? ago/)
  expect(screen.getByText('Total: 2')).toBeTruthy()
  expect(screen.getByText('Showing: 2')).toBeTruthy()
})

test('searches name, email, subject and message', async () => {
  renderScreen(<ContactTab />, fakePlatform({ contact: { list: list(two) } }))
  await userEvent.type(await screen.findByPlaceholderText('Search messages...'), 'AOIFE')
  expect(await screen.findByText('Showing: 1')).toBeTruthy()
  expect(screen.getByText('Total: 2')).toBeTruthy()
  expect(screen.queryByText('Person 1')).toBeNull()
})

test('a search without matches can be cleared', async () => {
  renderScreen(<ContactTab />, fakePlatform({ contact: { list: list(two) } }))
  await userEvent.type(await screen.findByPlaceholderText('Search messages...'), 'nobody')
  expect(await screen.findByText('No messages found')).toBeTruthy()
  expect(screen.getByText('Try adjusting your search terms')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByText('Showing: 2')).toBeTruthy()
})

test('View opens the whole message', async () => {
  renderScreen(<ContactTab />, fakePlatform({ contact: { list: list(two) } }))
  await userEvent.click(await screen.findByRole('button', { name: 'View the message from Aoife Byrne' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contact Message Details' })
  for (const label of ['Name', 'Email', 'Subject', 'Message', 'Submitted']) {
    expect(within(dialog).getByText(label)).toBeTruthy()
  }
  expect(dialog.textContent).toContain('And who pays?')
  expect(dialog.textContent).toContain('Jan 5, 2025 at 3:07 PM')
})

test('the URL holds search and open message; closing keeps the search', async () => {
  const platform = fakePlatform({ contact: { list: list(two) } }, '/admin?tab=contact')
  renderScreen(<ContactTab />, platform)
  await userEvent.type(await screen.findByPlaceholderText('Search messages...'), 'byrne')
  await userEvent.click(await screen.findByRole('button', { name: 'View the message from Aoife Byrne' }))
  expect(platform.route.get()).toBe(`/admin?tab=contact&search=byrne&message=${two[1].id}`)
  await userEvent.keyboard('{Escape}')
  expect(platform.route.get()).toBe('/admin?tab=contact&search=byrne')
  act(() => platform.route.set(`/admin?tab=contact&message=${two[0].id}`))
  const dialog = await screen.findByRole('dialog', { name: 'Contact Message Details' })
  expect(within(dialog).getByText('Person 1')).toBeTruthy()
  expect(screen.getByText('Showing: 2')).toBeTruthy()
})

test('Delete All is hidden without messages', async () => {
  renderScreen(<ContactTab />, fakePlatform({ contact: { list: list([]) } }))
  expect(await screen.findByText('No contact messages yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete All' })).toBeNull()
})

test('Delete All asks first, then shows the server message', async () => {
  const removeAll = vi.fn(async () => ({ message: 'All 2 messages deleted', deleted: 2 }))
  await deleteAll(removeAll)
  expect(removeAll).not.toHaveBeenCalled()
  await confirm()
  expect(await screen.findByText('Success')).toBeTruthy()
  expect(screen.getByText('All 2 messages deleted')).toBeTruthy()
  expect(await screen.findByText('No contact messages yet')).toBeTruthy()
})

test('Delete All has a fallback message', async () => {
  await deleteAll(async () => ({ message: '', deleted: 2 }))
  await confirm()
  expect(await screen.findByText('All contact form leads deleted successfully')).toBeTruthy()
})

test('messages are reloaded after five minutes', async () => {
  const read = vi.fn(list(two))
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now)
  const { client, unmount } = renderScreen(<ContactTab />, fakePlatform({ contact: { list: read } }))
  await screen.findByText('Total: 2')
  unmount()
  vi.spyOn(Date, 'now').mockReturnValue(now + 5 * 60_000 - 1000)
  renderScreen(<ContactTab />, fakePlatform({ contact: { list: read } }), client)
  await screen.findByText('Total: 2')
  expect(read).toHaveBeenCalledTimes(1)
  cleanup()
  vi.spyOn(Date, 'now').mockReturnValue(now + 5 * 60_000 + 1000)
  renderScreen(<ContactTab />, fakePlatform({ contact: { list: read } }), client)
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
})

test('a failed Delete All keeps the list and shows the error', async () => {
  await deleteAll(() => Promise.reject(errorResponse(500, 'internal')))
  await confirm()
  expect(await screen.findByText('Failed to delete contact form leads')).toBeTruthy()
  expect(screen.getByText('Error')).toBeTruthy()
  expect(screen.getByText('Showing: 2')).toBeTruthy()
})

test('the exported file contains the messages that match the search', async () => {
  const platform = fakePlatform({ contact: { list: list(two) } })
  renderScreen(<ContactTab />, platform)
  await userEvent.type(await screen.findByPlaceholderText('Search messages...'), 'AOIFE')
  await screen.findByText('Showing: 1')
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(String(platform.saved[0]?.text)).toBe(
    `\uFEFFName,Email,Subject,Message,Received,Done\r\nAoife Byrne,person2@salon.example,Subject 2,"How does the 30% work?\nAnd who pays?",${two[1]?.createdAt},\r\n`,
  )
})

test('a message is done, hidden, and opened again', async () => {
  let queries: ContactQuery[] = [...two]
  const setDone = vi.fn(async ({ id, done }: { id: string; done: boolean }) => {
    const state = done
      ? { doneAt: '2025-01-06T09:00:00.000Z', doneBy: 'maya' }
      : { doneAt: null, doneBy: null }
    queries = queries.map((one) => (one.id === id ? { ...one, ...state } : one))
    return queries.find((one) => one.id === id) as ContactQuery
  })
  const platform = fakePlatform({ contact: { list: async () => ({ queries }), setDone } })
  renderScreen(<ContactTab />, platform)
  await userEvent.click(await screen.findByRole('button', { name: 'Done with the message from Aoife Byrne' }))
  expect(await screen.findByText('Message done')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Hide done' }))
  expect(await screen.findByText('Showing: 1')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show done (1)' }))
  await userEvent.click(await screen.findByRole('button', { name: 'View the message from Aoife Byrne' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contact Message Details' })
  expect(dialog.textContent).toMatch(/Jan 6, 2025 at .* by maya/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reopen' }))
  expect(await within(dialog).findByRole('button', { name: 'Done' })).toBeTruthy()
  expect(setDone).toHaveBeenLastCalledWith({ id: two[1].id, done: false })
})

test('the address is a link that begins an answer', async () => {
  renderScreen(<ContactTab />, fakePlatform({ contact: { list: list(two) } }))
  const link = await screen.findByRole('link', { name: 'person1@salon.example' })
  expect(link.getAttribute('href')).toBe('mailto:person1@salon.example?subject=Re%3A%20Subject%201')
})

test('when every message is done, the open ones are none', async () => {
  const done = list(two.map((one) => ({ ...one, doneAt: one.createdAt, doneBy: 'maya' })))
  renderScreen(<ContactTab />, fakePlatform({ contact: { list: done } }, '/admin?tab=contact&show=open'))
  expect(await screen.findByText('Every message is done')).toBeTruthy()
})
