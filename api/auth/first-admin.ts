import { randomBytes } from 'node:crypto'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import type { Env } from '../env.ts'
import { hashPassword } from './passwords.ts'
import { addAdmin, countAdmins } from './queries.ts'

// Any number, the same for every process: of several that start at once, one makes the admin.
const LOCK = 5_107_044

/** Easy to copy, 144 random bits. */
export const randomPassword = () => randomBytes(18).toString('base64url')

/**
 * Makes the first admin when there is none: the one the settings name, else `admin` with a random password.
 * A random password is printed once and kept nowhere.
 */
export async function createFirstAdmin(
  sql: Sql,
  env: Pick<Env, 'ADMIN_USERNAME' | 'ADMIN_PASSWORD'>,
  print: (line: string) => void,
): Promise<void> {
  const username = env.ADMIN_USERNAME ?? 'admin'
  const password = env.ADMIN_PASSWORD ?? randomPassword()
  const made = await inTransaction(sql, async (open) => {
    await open`select pg_advisory_xact_lock(${LOCK})`
    if ((await countAdmins(open)) > 0) return false
    await addAdmin(open, username, await hashPassword(password))
    await audit(open, { actor: 'system', action: 'admin.add', subject: username })
    return true
  })
  if (!made) return
  const shown = env.ADMIN_PASSWORD ? '(from ADMIN_PASSWORD)' : password
  print(`First admin: username ${username}, password ${shown}`)
}
