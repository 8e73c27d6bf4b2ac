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
  const days = { a: at(18, 9), b: at(18, 23), c: at(20, 0), d: at(21, 9) }
  const texts = Object.entries(days).map(([id, timestamp]) => theirs(id, { timestamp }))
  const items = threadItems(texts, now).map((item) => (item.kind === 'day' ? item.label : item.key))
  expect(items).toEqual(['start', 'Wednesday, Nov 18', 'a', 'b', 'Yesterday', 'c', 'Today', 'd'])
})

describe('our number', () => {
  const [old, now] = ['+447700900100', '+447700900111']
  const notes = (messages: ConversationMessage[]) =>
    threadItems(messages, new Date()).flatMap((item) => {
      if (item.kind === 'ourNumber') return [item.address]
      return item.kind === 'text' ? [item.key] : []
    })

  const service = `MG${'a'.repeat(32)}`
  const from = (id: string, number: string) => ours(id, { from: number })
  const to = (id: string, number: string) => theirs(id, { ourNumber: number })

  test.each([
    [
      'is named at the first text and at each change',
      [from('a', old), to('b', old), from('c', now), to('d', old), from('e', service)],
      [old, 'a', 'b', now, 'c', old, 'd', service, 'e'],
    ],
    ['is not named when all texts have the same', [from('a', old), to('b', old), ours('c')], ['a', 'b', 'c']],
    ['is not named when it is unknown', [theirs('a'), from('b', ''), to('c', now)], ['a', 'b', 'c']],
    [
      'stays the same over a text without one',
      [from('a', old), theirs('b'), from('c', old), to('d', now)],
      [old, 'a', 'b', 'c', now, 'd'],
    ],
  ])('%s', (_, messages, rows) => {
    expect(notes(messages)).toEqual(rows)
  })
})

describe('unprocessed texts', () => {
  test('are inbound and pending', () => {
    const texts = unprocessedTexts([theirs('a'), theirs('b', { processed: true }), ours('c')])
    expect(texts).toMatchObject([{ id: 'a' }])
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

test.each<[string, Partial<ConversationMessage>, string | null, boolean]>([
  ['finds the reply of a colleague after writing began', {}, 'a', true],
  ['finds one in a conversation that had no texts', {}, CONVERSATION_START, true],
  ['ignores own replies', { sentBy: 'maya' }, 'a', false],
  ['ignores follow-ups', { kind: 'followup' }, 'a', false],
  ['ignores earlier replies', {}, 'b', false],
  ['ignores replies beside an empty draft', {}, null, false],
])('newColleagueReply %s', (_, more, lastReadId, finds) => {
  const texts = [...(lastReadId === CONVERSATION_START ? [] : [theirs('a')]), ours('b', more)]
  expect(newColleagueReply(texts, lastReadId, 'maya')?.id).toBe(finds ? 'b' : undefined)
})

const unreached = 'The phone could not be reached'
const neverSent = 'They opted out before it left. Never sent.'

test.each<[Partial<ConversationMessage>, string | null]>([
  [{ status: 'delivered' }, null],
  [{ status: 'sent' }, null],
  [{ status: 'undelivered', explanation: unreached }, `${unreached}. Not sent again.`],
  [{ status: 'failed', errorCode: 30099 }, 'The carrier refused it (error 30099). Not sent again.'],
  [{ status: 'unknown' }, "We can't tell if it was sent. Asking the carrier; we won't send it twice."],
  [{ status: 'canceled', explanation: neverSent }, neverSent],
])('a text with %o has the note: %s', (more, note) => {
  expect(deliveryNote(ours('a', more))).toBe(note)
})
