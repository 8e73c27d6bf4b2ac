// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { Bubble } from './Bubble.tsx'
import type { ConversationMessage } from './conversation.ts'

const text: ConversationMessage = {
  id: '5d6ff7a0-0000-4000-8000-000000000001',
  direction: 'outbound',
  body: 'Hi Glow Nail Lounge',
  timestamp: '2026-11-20T09:00:00.000Z',
  from: '+447700900100',
  kind: 'first_text',
  status: 'failed',
  explanation: 'Counted as not sent by maya',
}

function show(message: ConversationMessage) {
  const onResolve = vi.fn()
  const bubble = (
    <Bubble message={message} name="Glow Nail Lounge" time="09:00" me="maya" onResolve={onResolve} />
  )
  renderScreen(bubble, fakePlatform({}))
  return onResolve
}

test('the history shows direction and time, and You for outbound texts', () => {
  const shown = (direction: 'inbound' | 'outbound') => {
    const message = { ...text, direction, kind: undefined, status: undefined, explanation: null }
    render(<Bubble message={message} name="Glow Nail Lounge" time="09:00" me="maya" withDirection />)
    const element = document.querySelector('.sb-text')
    const found = [element?.getAttribute('data-mine'), element?.querySelector('.sb-meta')?.textContent]
    cleanup()
    return found
  }
  expect(shown('outbound')).toEqual(['true', expect.stringMatching(/^You · Outbound · 09:00/)])
  expect(shown('inbound')).toEqual(['false', 'Glow Nail Lounge · Inbound · 09:00'])
})

test('an automatic reply is marked', () => {
  const message = { ...text, direction: 'inbound', intent: 'automatic_reply' } as const
  render(<Bubble message={message} name="Jo" time="09:00" me="maya" />)
  expect(document.querySelector('.sb-meta')?.textContent).toBe('Jo · 09:00 · Automatic reply')
})

test('a right-to-left name is isolated from the time after it', () => {
  render(<Bubble message={{ ...text, direction: 'inbound' }} name="صالون" time="09:00" me="maya" />)
  expect(document.querySelector('.sb-meta bdi')?.textContent).toBe('صالون')
})

test('another first text can be allowed after one was resolved as not sent', async () => {
  const onResolve = show({ ...text, holdsNumber: true })
  expect(screen.getByText(/It may have arrived anyway/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Allow another first text' }))
  expect(onResolve.mock.calls).toEqual([['allow']])
})

test('a text rejected by the carrier has no button to allow another', () => {
  show({ ...text, explanation: 'This is not a phone number the carrier knows' })
  expect(screen.queryByRole('button')).toBeNull()
})

test('an unknown text can be resolved as sent or not sent', async () => {
  const onResolve = show({ ...text, status: 'unknown', explanation: null })
  await userEvent.click(screen.getByRole('button', { name: 'It was not sent' }))
  await userEvent.click(screen.getByRole('button', { name: 'It was sent' }))
  expect(onResolve.mock.calls).toEqual([['failed'], ['sent']])
})
