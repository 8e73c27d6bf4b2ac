import { describe, expect, test } from 'vitest'
import type { ConversationMessage } from './conversation.ts'
import { newColleagueReply, reviewReason, threadItems, unprocessedTexts } from './conversationRules.ts'
import { deliveryNote } from './delivery.ts'
import { CONVERSATION_START } from './drafts.ts'

const theirs = (id: string, more: Partial<ConversationMessage> = {}): ConversationMessage => ({
  id,
  direction: 'inbound',
  body: 'ok',
  timestamp: '2026-11-21T09:00:00.000Z',
  from: '+447700900142',
  processed: false,
  intent: 'unclear',
  ...more,
})
const ours = (id: string, more: Partial<ConversationMessage> = {}): ConversationMessage => ({
  id,
  direction: 'outbound',
  body: 'Hi',
  timestamp: '2026-11-21T09:00:00.000Z',
  from: '+447700900100',
  status: 'delivered',
  kind: 'reply',
  sentBy: 'jon',
  ...more,
})

test('each day starts with a heading', () => {
  const now = new Date(2026, 10, 21, 12)
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
  const items = threadItems(
    [
      theirs('a', { timestamp: at(18, 9) }),
      ours('b', { timestamp: at(18, 23) }),
      theirs('c', { timestamp: at(20, 0) }),
      theirs('d', { timestamp: at(21, 9) }),
    ],
    now,
  )
  expect(items.map((item) => (item.kind === 'day' ? item.label : item.key))).toEqual([
    'start',
    'Wednesday, Nov 18',
    'a',
    'b',
    'Yesterday',
    'c',
    'Today',
    'd',
  ])
})

describe('our number', () => {
  const [old, now] = ['+447700900100', '+447700900111']
  const notes = (messages: ConversationMessage[]) =>
    threadItems(messages, new Date()).flatMap((item) => {
      if (item.kind === 'ourNumber') return [item.address]
      return item.kind === 'text' ? [item.key] : []
    })

  test('is named at the first text and at each change', () => {
    expect(
      notes([
        ours('a', { from: old }),
        theirs('b', { ourNumber: old }),
        ours('c', { from: now }),
        theirs('d', { ourNumber: old }),
        ours('e', { from: `MG${'a'.repeat(32)}` }),
      ]),
    ).toEqual([old, 'a', 'b', now, 'c', old, 'd', `MG${'a'.repeat(32)}`, 'e'])
  })

  test('is not named when all texts have the same, or when it is unknown', () => {
    expect(notes([ours('a', { from: old }), theirs('b', { ourNumber: old }), ours('c')])).toEqual([
      'a',
      'b',
      'c',
    ])
    expect(notes([theirs('a'), ours('b', { from: '' }), theirs('c', { ourNumber: now })])).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  test('stays the same over a text without one', () => {
    expect(
      notes([
        ours('a', { from: old }),
        theirs('b'),
        ours('c', { from: old }),
        theirs('d', { ourNumber: now }),
      ]),
    ).toEqual([old, 'a', 'b', 'c', now, 'd'])
  })
})

describe('unprocessed texts', () => {
  test('are inbound and pending', () => {
    expect(
      unprocessedTexts([theirs('a'), theirs('b', { processed: true }), ours('c')]).map(({ id }) => id),
    ).toEqual(['a'])
  })

  test.each<[Partial<ConversationMessage>, string | null]>([
    [{ processed: true }, null],
    [{}, 'Not a clear yes or no. Reply, or mark it processed.'],
    [{ isOptOut: true, intent: 'opt_out' }, 'Read as an opt-out; check it.'],
    [{ intent: 'positive' }, 'A yes. Reply, or mark it processed.'],
    [{ body: '', numMedia: 1 }, 'A picture without text. Reply, or mark it processed.'],
  ])('%o is explained as: %s', (more, reason) => {
    expect(reviewReason([theirs('a', more)])).toBe(reason)
  })
})

describe('newColleagueReply', () => {
  const before = [theirs('a')]
  test('finds a colleague’s reply after writing began', () => {
    expect(newColleagueReply([...before, ours('b')], 'a', 'maya')?.id).toBe('b')
    expect(newColleagueReply([ours('b')], CONVERSATION_START, 'maya')?.id).toBe('b')
  })
  test('ignores own replies, follow-ups, earlier replies and an empty draft', () => {
    expect(newColleagueReply([...before, ours('b', { sentBy: 'maya' })], 'a', 'maya')).toBeNull()
    expect(newColleagueReply([...before, ours('b', { kind: 'followup' })], 'a', 'maya')).toBeNull()
    expect(newColleagueReply([...before, ours('b')], 'b', 'maya')).toBeNull()
    expect(newColleagueReply([...before, ours('b')], null, 'maya')).toBeNull()
  })
})

test.each<[Partial<ConversationMessage>, string | null]>([
  [{ status: 'delivered' }, null],
  [{ status: 'sent' }, null],
  [
    { status: 'undelivered', explanation: 'The phone could not be reached' },
    'The phone could not be reached. Not sent again.',
  ],
  [{ status: 'failed', errorCode: 30099 }, 'The carrier refused it (error 30099). Not sent again.'],
  [{ status: 'unknown' }, "We can't tell if it was sent. Asking the carrier; we won't send it twice."],
  [
    { status: 'canceled', explanation: 'They opted out before it left. Never sent.' },
    'They opted out before it left. Never sent.',
  ],
])('a text with %o has the note: %s', (more, note) => {
  expect(deliveryNote(ours('a', more))).toBe(note)
})
