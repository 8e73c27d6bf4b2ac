import { expect, test } from 'vitest'
import { saysNotTheOwner } from './notTheOwner.ts'

test.each([
  'i sold the salon',
  'we have closed our doors',
  'my mum owned it she died last year',
  'im retired now love',
  'ive moved away',
  'we moved to australia',
  'im a plumber lol',
  'this is the parish office',
  'on long term sick',
  'im just the receptionist',
])('"%s" waits for a person', (flat) => {
  expect(saysNotTheOwner(flat)).toBe(true)
})

test.each([
  'im a hairdresser',
  'im a bit busy',
  'we moved the appointment to tuesday',
  'my phone died',
  'not interested',
  'i closed the salon at 5',
  'no thanks ive moved away',
])('"%s" does not say that the text no longer fits', (flat) => {
  expect(saysNotTheOwner(flat)).toBe(false)
})
