import { expect, test } from 'vitest'
import { EnvError } from '../../env.ts'
import { testDatabase } from '../../testing/database.ts'
import { createFirstAdmin } from './firstAdmin.ts'

test('the first admin is created from the settings', async () => {
  const { sql } = await testDatabase()
  const lines: string[] = []
  const settings = { ADMIN_USERNAME: ' maya ', ADMIN_PASSWORD: 'correct horse' }
  await createFirstAdmin(sql, settings, (line) => lines.push(line))
  expect(lines).toEqual(['First admin: username maya, password (from ADMIN_PASSWORD)'])
  expect([...(await sql`select username from admins`)]).toEqual([{ username: 'maya' }])
})

test('a printed password must be changed first; one from the settings need not', async () => {
  const { sql } = await testDatabase()
  const lines: string[] = []
  await createFirstAdmin(sql, {}, (line) => lines.push(line))
  expect(lines).toEqual([
    expect.stringMatching(/^First admin: username admin, password [\w-]{24}$/),
    'The first login asks for a password of your own.',
  ])
  expect([...(await sql`select must_change_password from admins`)]).toEqual([{ mustChangePassword: true }])
})

const easy = 'ADMIN_PASSWORD: is too easy to guess: choose a longer one, or several unrelated words'
const own = 'ADMIN_PASSWORD: is mostly the username or the name Salonback'

test.each([
  [{ ADMIN_PASSWORD: 'Password123!' }, easy],
  [{ ADMIN_USERNAME: 'maya', ADMIN_PASSWORD: 'maya12345!' }, own],
  [{ ADMIN_PASSWORD: 'admin1234' }, own],
  [{ ADMIN_PASSWORD: 'x'.repeat(257) }, 'ADMIN_PASSWORD: may have 256 characters'],
  [{ ADMIN_USERNAME: 'm'.repeat(65) }, 'ADMIN_USERNAME: may have 64 characters'],
])('%j stops the first start with one line that names the setting', async (env, line) => {
  const { sql } = await testDatabase()
  const start = createFirstAdmin(sql, env, () => undefined)
  await expect(start).rejects.toThrow(new EnvError(line))
  expect(await sql`select 1 from admins`).toHaveLength(0)
})

test('the settings are ignored once an admin exists', async () => {
  const { sql } = await testDatabase()
  await createFirstAdmin(sql, {}, () => undefined)
  await createFirstAdmin(sql, { ADMIN_PASSWORD: 'Password123!' }, () => undefined)
  expect([...(await sql`select username from admins`)]).toEqual([{ username: 'admin' }])
})
