// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Bubble } from './Bubble.tsx'
import type { ConversationMessage } from './contract.ts'

afterEach(cleanup)

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
  render(<Bubble message={message} name="Glow Nail Lounge" time="09:00" me="maya" onResolve={onResolve} />)
  return onResolve
}

test('in the history our texts stand on the right as You, theirs on the left, each with time and direction', () => {
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

test('a name written from right to left stands apart from the time behind it', () => {
  render(<Bubble message={{ ...text, direction: 'inbound' }} name="صالون" time="09:00" me="maya" />)
  expect(document.querySelector('.sb-meta bdi')?.textContent).toBe('صالون')
})

test('a first text that a person counted as not sent holds its number until somebody allows another', async () => {
  const onResolve = show({ ...text, holdsNumber: true })
  expect(screen.getByText(/It may have arrived all the same/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Allow another first text' }))
  expect(onResolve.mock.calls).toEqual([['allow']])
})

test('a text the carrier refused holds nothing', () => {
  show({ ...text, explanation: 'This is not a phone number the carrier knows' })
  expect(screen.queryByRole('button')).toBeNull()
})

test('what a person found out about an unknown text is told either way', async () => {
  const onResolve = show({ ...text, status: 'unknown', explanation: null })
  await userEvent.click(screen.getByRole('button', { name: 'It was not sent' }))
  await userEvent.click(screen.getByRole('button', { name: 'It was sent' }))
  expect(onResolve.mock.calls).toEqual([['failed'], ['sent']])
})
