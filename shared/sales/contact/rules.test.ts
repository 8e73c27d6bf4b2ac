import { expect, test } from 'vitest'
import { contactErrors, searchQueries } from './rules.ts'
import { contactQueryForTests } from './testing.ts'

const filled = { name: 'Dee', email: 'dee@willowandrye.ie', subject: 'Lists', message: 'Ten chars.' }

test('a filled form is valid', () => {
  expect(contactErrors(filled)).toEqual({})
})

test('an empty form reports all fields', () => {
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
])('%s %j is the only error', (field, value, sentence) => {
  expect(contactErrors({ ...filled, [field]: value })).toEqual({ [field]: sentence })
})

const aoife = {
  name: 'Aoife',
  email: 'aoife@brightbrows.ie',
  subject: 'Prices',
  message: 'What does it cost?',
}
const kim = { name: 'Kim', email: 'kim@opal.example', subject: 'Hello', message: 'BROWS only' }
const all = [contactQueryForTests(1, aoife), contactQueryForTests(2, kim)]

test.each([
  ['nothing keeps all', '', 2],
  ['spaces keep all', '  ', 2],
  ['name', 'kim', 1],
  ['email and message, any case', 'Brows', 2],
  ['subject', 'PRICES', 1],
  ['message', 'does it', 1],
  ['none', 'xyz', 0],
])('the search finds by %s', (_, text, count) => {
  expect(searchQueries(all, text)).toHaveLength(count)
})
