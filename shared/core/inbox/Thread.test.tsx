// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { ConversationMessage } from './conversation.ts'
import { Thread } from './Thread.tsx'

const OLD = '+447700900100'
const NEW = '+447700900111'
const SERVICE = `MG${'a'.repeat(32)}`

const text = (n: number, more: Partial<ConversationMessage>): ConversationMessage => ({
  id: `5d6ff7a0-0000-4000-8000-00000000000${n}`,
  direction: 'outbound',
  body: `text ${n}`,
  timestamp: `2026-11-20T09:0${n}:00.000Z`,
  from: OLD,
  status: 'delivered',
  kind: 'reply',
  ...more,
})
const answer = (n: number, ourNumber: string) =>
  text(n, { direction: 'inbound', from: '+447700900142', ourNumber, status: undefined, kind: undefined })

const show = (messages: ConversationMessage[], history: boolean) =>
  renderScreen(
    <Thread messages={messages} name="Glow Nail Lounge" me="maya" history={history} />,
    fakePlatform({}),
  )

/** Bodies of the texts, and the notes that name a number of ours. */
const shown = () =>
  [...screen.getByRole('region', { name: /^Conversation/ }).querySelectorAll('p')]
    .map(({ textContent }) => textContent)
    .filter((line) => /^(text \d$|Our )/.test(line))

test.each([false, true])('the number of ours is shown where it changes; as history: %s', (history) => {
  show([text(1, {}), answer(2, OLD), text(3, { from: NEW }), text(4, { from: SERVICE })], history)
  expect(shown()).toEqual([
    'Our number: +44 7700 900100',
    'text 1',
    'text 2',
    'Our number: +44 7700 900111',
    'text 3',
    `Our Messaging Service: ${SERVICE}`,
    'text 4',
  ])
})

test('one number of ours is not shown', () => {
  show([text(1, {}), answer(2, OLD), text(3, {})], false)
  expect(shown()).toEqual(['text 1', 'text 2', 'text 3'])
})
