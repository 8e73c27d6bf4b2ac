import { describe, expect, test } from 'vitest'
import type { InboundSms, InboxOrder, UnknownText } from './conversation.ts'
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
    sms('2', { processed: true, from: '+2' }),
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

  const shown = (wanted: Partial<Parameters<typeof inboxRows>[0]>) =>
    inboxRows({ list, unknown, filter: 'review', search: '', ...wanted }).map(({ id }) => id)

  test.each([
    ['all', ['4', '3', '2', '1']],
    ['optout', ['4']],
    ['processed', ['4', '2']],
    ['review', ['u', '+353209140223', '+447700900142']],
  ] as const)(
    '%s shows its texts, Needs Review its conversations with unknown outcomes first',
    (filter, rows) => {
      expect(shown({ filter })).toEqual(rows)
    },
  )

  test('a conversation is one row with its newest text, ordered by its first one or its newest', () => {
    const texts = [
      sms('9', { from: '+1' }),
      sms('8', { from: '+2' }),
      sms('7', { from: '+1' }),
      sms('6', { from: '+3', waiting: { texts: 4, since: '2026-11-21T08:00:00.000Z' } }),
    ]
    const rows = (order: InboxOrder) =>
      inboxRows({ list: texts, unknown: [], filter: 'review', order, search: '' })
    const read = (order: InboxOrder) =>
      rows(order).map((row) => row.kind === 'inbound' && [row.id, row.sms.id, row.at.slice(11, 16)])
    expect(read('waiting')).toEqual([
      ['+3', '6', '08:00'],
      ['+1', '9', '09:07'],
      ['+2', '8', '09:08'],
    ])
    expect(read('newest')).toEqual([
      ['+1', '9', '09:09'],
      ['+2', '8', '09:08'],
      ['+3', '6', '09:06'],
    ])
  })

  test('the open text keeps its place when it no longer fits the filter', () => {
    const openText = list[2]
    const expected = ['u', '+353209140223', '+2', '+447700900142']
    expect(shown({ openText })).toEqual(expected)
    expect(shown({ openText, list: list.toSpliced(2, 1) })).toEqual(expected)
    const newer = sms('5', { from: '+2' })
    const rows = inboxRows({ list: [newer], unknown: [], filter: 'review', search: '', openText })
    expect(rows).toMatchObject([{ id: '+2', sms: newer }])
  })

  test('search finds bodies, businesses and numbers, also of unknown outcomes', () => {
    expect(ids(matchingTexts(list, 'IS IT'))).toEqual(['3'])
    expect(ids(matchingTexts(list, 'glow'))).toEqual(['4', '2', '1'])
    expect(ids(matchingTexts(list, '20 914 0223'))).toEqual(['3'])
    expect(matchingTexts(list, '')).toBe(list)
    expect(shown({ list: [], search: 'bloom' })).toEqual(['u'])
    expect(shown({ list: [], search: 'glow' })).toEqual([])
  })
})

test('the next waiting text is below, else from the top, and never of the number just answered', () => {
  const list = [
    sms('a', { from: '+1' }),
    sms('b', { from: '+2', processed: true }),
    sms('c', { from: '+3' }),
    sms('d', { from: '+3' }),
  ]
  const rows = inboxRows({ list, unknown: [], filter: 'all', search: '' })
  expect(nextWaiting(rows, 0, '+1')?.id).toBe('c')
  expect(nextWaiting(rows, 2, '+3')?.id).toBe('a')
  expect(nextWaiting(rows, 3, '+1')?.id).toBe('c')
  expect(nextWaiting(rows.slice(1, 2), 0, '+2')).toBeUndefined()
})
