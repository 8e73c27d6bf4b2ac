import { expect, test } from 'vitest'
import { localValue, StartField, startAtError } from './startAt.ts'

const now = new Date('2026-11-25T12:00:00.000Z')

test.each([
  ['2026-11-25T12:00:01.000Z', null],
  ['2026-11-25T12:00:00.000Z', 'Please choose a time in the future'],
  ['2027-01-24T12:00:00.000Z', null],
  ['2027-01-24T12:00:01.000Z', 'Please choose a time within 60 days'],
])('a start at %s', (startAt, message) => {
  expect(startAtError(new Date(startAt), now)).toBe(message)
})

test('a start field is read in the time zone of the reader and shown again unchanged', () => {
  const local = localValue(new Date(Date.now() + 86_400_000).toISOString())
  const read = StartField.parse(local)
  expect(localValue(read ?? '')).toBe(local)
  expect(StartField.parse('')).toBeUndefined()
  const messageOf = (value: string) => StartField.safeParse(value).error?.issues[0]?.message
  expect(messageOf('tomorrow')).toBe('Please enter a date and time')
  expect(messageOf('2020-01-01T10:00')).toBe('Please choose a time in the future')
})
