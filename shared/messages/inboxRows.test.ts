import { describe, expect, test } from 'vitest'
import type { InboundSms, UnknownText } from './contract.ts'
import { countInbox, inboxRows, mergeInbox } from './inboxRows.ts'

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
  held: false,
  ...more,
})

const ids = (list: { id: string }[]) => list.map(({ id }) => id)

describe('mergeInbox', () => {
  test('puts new texts on top of the long list without doubling any', () => {
    const whole = [sms('5'), sms('4'), sms('3'), sms('2'), sms('1')]
    expect(ids(mergeInbox([sms('7'), sms('6'), sms('5'), sms('4')], whole, true))).toEqual([
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
      '1',
    ])
  })

  test('the fresher of the two tells what a text is like now', () => {
    const old = sms('5')
    const now = sms('5', { processed: true })
    expect(mergeInbox([now, sms('4')], [old, sms('4'), sms('3')], true)[0]?.processed).toBe(true)
    expect(mergeInbox([old, sms('4')], [now, sms('4'), sms('3')], false)[0]?.processed).toBe(true)
  })

  test('a text only the longer, younger list knows keeps its place', () => {
    expect(ids(mergeInbox([sms('5'), sms('4')], [sms('6'), sms('5'), sms('4'), sms('3')], false))).toEqual([
      '6',
      '5',
      '4',
      '3',
    ])
  })
})

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

  test('each filter shows its own, Needs Review with our unknown texts first', () => {
    expect(ids(inboxRows(list, unknown, 'all', ''))).toEqual(['4', '3', '2', '1'])
    expect(ids(inboxRows(list, unknown, 'review', ''))).toEqual(['u', '3', '1'])
    expect(ids(inboxRows(list, unknown, 'optout', ''))).toEqual(['4'])
    expect(ids(inboxRows(list, unknown, 'processed', ''))).toEqual(['4', '2'])
    expect(countInbox(list, unknown.length)).toEqual({ all: 4, review: 3, optout: 1, processed: 2 })
  })

  test('the line being read stays though it no longer fits', () => {
    expect(ids(inboxRows(list, unknown, 'review', '', '2'))).toEqual(['u', '3', '2', '1'])
  })

  test('search looks at words, business and numbers, within the filter', () => {
    expect(ids(inboxRows(list, unknown, 'all', 'IS IT'))).toEqual(['3'])
    expect(ids(inboxRows(list, unknown, 'review', 'glow'))).toEqual(['1'])
    expect(ids(inboxRows(list, unknown, 'review', 'bloom'))).toEqual(['u'])
    expect(ids(inboxRows(list, unknown, 'all', '20 914 0223'))).toEqual(['3'])
  })
})
