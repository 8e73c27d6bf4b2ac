import { expect, test } from 'vitest'
import { joinApp } from '../../testing/joins.ts'
import { listOf, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

// Postgres rejects NUL: it is taken out, or the call is refused. Calls with JSON are covered by the fuzz test.

test.each([
  ['the first name', { firstName: 'Ma\0ry' }],
  ['the number', { phone: '07700\0 900123' }],
  ['a field that does not exist', { other: '\0' }],
])('NUL in %s of the join form is no failure', async (_, fields) => {
  const { ask } = await joinApp()
  const { phone = '07700 900123', ...others } = fields as Record<string, string>
  expect((await ask(phone, others)).status).toBe(200)
})

test.each([
  ['in a name', 'Ma\0ry,07700 900501,2025-09-01,Yes', 'clients.csv'],
  ['in a number', 'Mary,07700\0 900501,2025-09-01,Yes', 'clients.csv'],
  ['in the value of a consent column', 'Mary,07700 900501,2025-09-01,Y\0es', 'clients.csv'],
  ['in the name of the file', 'Mary,07700 900501,2025-09-01,Yes', 'cli\0ents.csv'],
  ['in a rejected row', 'Ma\0ry,call\0 me,2025-09-01,Yes', 'clients.csv'],
])('a client list with NUL %s is stored without it or refused with a reason', async (_, row, name) => {
  const { app, id } = await testSalon()
  const rows = ['Orla,07700 900503,2025-10-01,Yes', ...Array.from({ length: 60 }, () => 'x,,,'), row]
  const answer = await uploadList(app, id, listOf(rows), name)
  const body = await answer.json()
  expect([answer.status, body.message]).not.toContain('Something went wrong. Please try again.')
  expect(answer.status).toBeLessThan(500)
})
