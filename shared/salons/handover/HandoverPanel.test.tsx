// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { salonForTests } from '../salons/testing.ts'
import type { HandoverSettings } from './contract.ts'
import { HandoverPanel } from './HandoverPanel.tsx'

const salon = salonForTests(1, { state: 'ready' })

/** The panel, as a server that stores what it gets. */
function open(stored: HandoverSettings, shown = salon) {
  const set = vi.fn(async ({ id: _, ...changes }: Partial<HandoverSettings> & { id: string }) =>
    Object.assign(stored, changes),
  )
  const handover = { get: async () => ({ ...stored }), set }
  renderScreen(<HandoverPanel salon={shown} />, fakePlatform({ handover }))
  return set
}

test('facts are saved, at most one page; a blank text removes them', async () => {
  const set = open({ texts: true, reminders: false, facts: null })
  const field = await screen.findByRole('textbox', { name: /^Opening hours/ })
  await userEvent.type(field, ' Cut £45 ')
  await userEvent.click(screen.getByRole('button', { name: 'Save facts' }))
  await waitFor(() => expect(set).toHaveBeenLastCalledWith({ id: salon.id, facts: 'Cut £45' }))
  await userEvent.clear(field)
  await userEvent.click(screen.getByRole('button', { name: 'Save facts' }))
  await waitFor(() => expect(set).toHaveBeenLastCalledWith({ id: salon.id, facts: null }))
  await userEvent.click(field)
  await userEvent.paste('x'.repeat(4001))
  await userEvent.click(screen.getByRole('button', { name: 'Save facts' }))
  expect(await screen.findByText('At most 4000 characters')).toBeTruthy()
  expect(set).toHaveBeenCalledTimes(2)
})

test('the texts to the owner are turned off and on', async () => {
  const set = open({ texts: true, reminders: false, facts: null })
  const texts = await screen.findByRole('checkbox', { name: 'Text Aoife about questions and bookings' })
  await userEvent.click(texts)
  await waitFor(() => expect(set).toHaveBeenCalledExactlyOnceWith({ id: salon.id, texts: false }))
  await waitFor(() => expect(texts).toHaveProperty('checked', false))
})

test('reminders the day before are off until they are turned on', async () => {
  const set = open({ texts: true, reminders: false, facts: null })
  const reminders = await screen.findByRole('checkbox', { name: 'Remind clients the day before' })
  expect(reminders).toHaveProperty('checked', false)
  await userEvent.click(reminders)
  await waitFor(() => expect(set).toHaveBeenCalledExactlyOnceWith({ id: salon.id, reminders: true }))
  await waitFor(() => expect(reminders).toHaveProperty('checked', true))
})

test('nothing can be changed for a closed salon', async () => {
  open({ texts: true, reminders: false, facts: 'Cut £45' }, salonForTests(1, { state: 'closed' }))
  expect(await screen.findByRole('textbox')).toHaveProperty('disabled', true)
  for (const box of screen.getAllByRole('checkbox')) expect(box).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Save facts' })).toBeNull()
})
