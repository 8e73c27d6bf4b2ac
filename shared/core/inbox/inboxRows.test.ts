import { describe, expect, test } from 'vitest'
import type { InboundSms, UnknownText } from './conversation.ts'
import { inboxRows, matchingTexts, nextWaiting } from './inboxRows.ts'

const sms = (id: string, more: Partial<InboundSms> = {}): InboundSms => ({
  id,
  from: '+447700900142',
  to: '+447700900100',
  body: 'Hello',
  receivedAt: `2026-11-21T09:${id.padStart(2, '0')}:00.000Z`,
  processed: false,
  isOptOut: false,
  numSegments: 1,
  numMedia: 0,
  contactStatus: null,
  businessName: 'Glow Nail Lounge',
  prospectId: null,
  needsReview: true,
  intent: 'unclear',
  pendingReview: false,
  ...more,
})

const ids = (list: { id: string }[]) => list.map(({ id }) => id)

describe('inboxRows', () => {
  const list = [
    sms('4', { body: 'STOP', isOptOut: true, processed: true }),
    sms('3', { body: 'Is it free?', from: '+353209140223', businessName: null }),
    sms('2', { processed: true }),
    sms('1'),
  ]
  const unknown: UnknownText[] = [
    {
      id: 'u',
      to: '+447700900377',
      businessName: 'Bloom & Co',
      body: 'Nothing up front',
      kind: 'reply',
      attemptedAt: '2026-11-21T09:00:00.000Z',
    },
  ]

  test('each filter shows its texts, Needs Review with unknown outcomes first', () => {
    expect(ids(inboxRows(list, unknown, 'all', ''))).toEqual(['4', '3', '2', '1'])
    expect(ids(inboxRows(list, unknown, 'review', ''))).toEqual(['u', '3', '1'])
    expect(ids(inboxRows(list, unknown, 'optout', ''))).toEqual(['4'])
    expect(ids(inboxRows(list, unknown, 'processed', ''))).toEqual(['4', '2'])
  })

  test('the open text keeps its place when it no longer fits the filter', () => {
    expect(ids(inboxRows(list, unknown, 'review', '', list[2]))).toEqual(['u', '3', '2', '1'])
    const withoutOpenText = list.toSpliced(2, 1)
    expect(ids(inboxRows(withoutOpenText, unknown, 'review', '', list[2]))).toEqual(['u', '3', '2', '1'])
  })

  test('search finds bodies, businesses and numbers, also of unknown outcomes', () => {
    expect(ids(matchingTexts(list, 'IS IT'))).toEqual(['3'])
    expect(ids(matchingTexts(list, 'glow'))).toEqual(['4', '2', '1'])
    expect(ids(matchingTexts(list, '20 914 0223'))).toEqual(['3'])
    expect(matchingTexts(list, '')).toBe(list)
    expect(ids(inboxRows([], unknown, 'review', 'bloom'))).toEqual(['u'])
    expect(ids(inboxRows([], unknown, 'review', 'glow'))).toEqual([])
  })
})

test('the next waiting text is below, else from the top, and never of the number just answered', () => {
  const rows = inboxRows(
    [
      sms('a', { from: '+1' }),
      sms('b', { from: '+2', processed: true }),
      sms('c', { from: '+3' }),
      sms('d', { from: '+3' }),
    ],
    [],
    'all',
    '',
  )
  expect(nextWaiting(rows, 0, '+1')?.id).toBe('c')
  expect(nextWaiting(rows, 2, '+3')?.id).toBe('a')
  expect(nextWaiting(rows, 3, '+1')?.id).toBe('c')
  expect(nextWaiting(rows.slice(1, 2), 0, '+2')).toBeUndefined()
})
