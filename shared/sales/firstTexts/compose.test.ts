// @vitest-environment happy-dom

import { describe, expect, test } from 'vitest'
import { segments } from '../../sms/segments.ts'
import { firstText, templateErrors } from '../../sms/template.ts'
import { prospectForTests } from '../prospects/testing.ts'
import {
  attemptKey,
  filledParts,
  firstTemplate,
  formatQuietHours,
  openFirstTexts,
  setBasis,
  setTemplate,
  useCompose,
} from './compose.ts'
import { leftOutGroups, recipientsOf } from './leftOut.ts'
import { failureAction, failureReason } from './outcome.ts'
import { recipientForTests } from './testing.ts'

test.each(['Glow Nail Lounge', "Chloé's Beauty Rooms", 'Harlow & Finch Hair Salon'])(
  'the default text to %s is one segment',
  (name) => {
    expect(name.length).toBeLessThanOrEqual(25)
    expect(segments(firstText(firstTemplate, { name, category: null }))).toMatchObject({
      encoding: 'GSM-7',
      segments: 1,
    })
  },
)

describe('composing', () => {
  test('starts with a valid template and no basis', () => {
    openFirstTexts(['a'])
    expect(templateErrors(firstTemplate)).toEqual({})
    expect(useCompose.getState()).toMatchObject({ prospectIds: ['a'], template: firstTemplate, basis: null })
  })

  test('keeps the template when reopened, but not the basis', () => {
    openFirstTexts(['a'])
    setTemplate('Mine')
    setBasis('consent')
    openFirstTexts(['b'])
    expect(useCompose.getState()).toMatchObject({ template: 'Mine', basis: null })
  })

  test('a retry keeps the idempotency key, a change gets a new one', () => {
    openFirstTexts(['a'])
    setBasis('consent')
    const key = attemptKey()
    expect(attemptKey()).toBe(key)
    setTemplate('Other words')
    expect(attemptKey()).not.toBe(key)
  })
})

test('the parts of the preview join to the text that is sent', () => {
  const prospect = { name: 'Glow Nail Lounge', category: null }
  for (const template of [firstTemplate, 'Hi {name}, a word for your {category} from Salonback', '{name}']) {
    const parts = filledParts(template, prospect)
    expect(parts.map(({ text }) => text).join('')).toBe(firstText(template, prospect))
    expect(parts.some(({ filled }) => filled)).toBe(true)
  }
})

test('prospects left out are grouped by reason, all others are recipients', () => {
  const leftOut = [
    { prospectId: 'c', reason: 'landline' as const },
    { prospectId: 'a', reason: 'opted_out' as const },
    { prospectId: 'd', reason: 'landline' as const },
  ]
  expect(leftOutGroups(leftOut)).toEqual([
    { reason: 'opted_out', prospectIds: ['a'] },
    { reason: 'landline', prospectIds: ['c', 'd'] },
  ])
  const prospects = new Map(['a', 'b', 'c', 'd'].map((id) => [id, prospectForTests(1, { id })]))
  expect(recipientsOf(prospects, ['a', 'b', 'c', 'd', 'gone'], leftOut).map(({ id }) => id)).toEqual(['b'])
})

test('quiet hours are formatted with AM and PM', () => {
  expect(formatQuietHours('08:00-21:00')).toBe('8:00 AM and 9:00 PM')
  expect(formatQuietHours('00:00-24:00')).toBeNull()
})

test.each([
  ['unknown', null, 'The connection broke while sending', 'Asking the carrier. Not sent again'],
  ['canceled', null, 'Canceled before it was sent', 'Never sent'],
  ['failed', 21610, 'Error 21610', 'Opt-out recorded'],
  ['failed', 21614, 'Error 21614', 'Marked undeliverable'],
  ['undelivered', 30007, 'Error 30007', 'Not sent again'],
] as const)('%s with code %s: %s; %s', (status, errorCode, happened, did) => {
  const recipient = recipientForTests({ status, errorCode })
  expect(failureReason(recipient)).toBe(happened)
  expect(failureAction(recipient)).toBe(did)
})
