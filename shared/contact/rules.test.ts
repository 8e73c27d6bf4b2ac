import { expect, test } from 'vitest'
import { contactErrors } from './rules.ts'

const filled = { name: 'Dee', email: 'dee@willowandrye.ie', subject: 'Lists', message: 'Ten chars.' }

test('a filled form is valid', () => {
  expect(contactErrors(filled)).toEqual({})
})

test('an empty form names every field', () => {
  expect(contactErrors({})).toEqual({
    name: 'Name is required',
    email: 'Please enter a valid email address',
    subject: 'Subject is required',
    message: 'Message must be at least 10 characters long',
  })
})

test.each([
  ['name', '  ', 'Name is required'],
  ['email', 'dee@', 'Please enter a valid email address'],
  ['subject', ' ', 'Subject is required'],
  ['message', 'Nine char', 'Message must be at least 10 characters long'],
  ['message', '  Nine char  ', 'Message must be at least 10 characters long'],
  ['name', 'n'.repeat(201), 'Please keep it to 200 characters'],
  ['subject', 's'.repeat(501), 'Please keep it to 500 characters'],
  ['message', 'm'.repeat(20_001), 'Please keep it to 20,000 characters'],
])('%s %j alone is wrong', (field, value, sentence) => {
  expect(contactErrors({ ...filled, [field]: value })).toEqual({ [field]: sentence })
})
