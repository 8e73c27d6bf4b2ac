import { expect, test } from 'vitest'
import type { ContactQuery } from './contract.ts'
import { searchQueries } from './search.ts'

const query = (fields: Partial<ContactQuery>): ContactQuery => ({
  id: '0b8f2f0e-6a54-4c53-9d5f-3f0f5c5d6a10',
  name: 'Aoife',
  email: 'aoife@brightbrows.ie',
  subject: 'Prices',
  message: 'What does it cost?',
  createdAt: '2026-11-20T09:00:00.000Z',
  ...fields,
})
const all = [
  query({}),
  query({ name: 'Kim', email: 'kim@opal.example', subject: 'Hello', message: 'BROWS only' }),
]

test.each([
  ['nothing keeps all', '', 2],
  ['spaces keep all', '  ', 2],
  ['name', 'kim', 1],
  ['email and message, any case', 'Brows', 2],
  ['subject', 'PRICES', 1],
  ['message', 'does it', 1],
  ['none', 'xyz', 0],
])('%s', (_, text, count) => {
  expect(searchQueries(all, text)).toHaveLength(count)
})
