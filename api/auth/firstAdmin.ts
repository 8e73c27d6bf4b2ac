import { randomBytes } from 'node:crypto'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { type Env, EnvError } from '../env.ts'
import { nameFault } from './names.ts'
import { hashPassword } from './passwords.ts'
import { addAdmin, countAdmins } from './queries.ts'
import { passwordRule } from './strength.ts'

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
  const username = (env.ADMIN_USERNAME ?? 'admin').trim()
  const password = env.ADMIN_PASSWORD ?? randomPassword()
  if ((await countAdmins(sql)) > 0) return
  // Hashed before the transaction: on a slow machine it takes longer than Postgres's idle limit, and the start would fail.
  await checkSettings(username, env.ADMIN_PASSWORD)
  const hash = await hashPassword(password)
  const made = await inTransaction(sql, async (open) => {
    await open`select pg_advisory_xact_lock(${LOCK})`
    if ((await countAdmins(open)) > 0) return false
    // A printed one stays in terminals and logs; one from the settings is that of whoever set them.
    await addAdmin(open, username, { hash, own: env.ADMIN_PASSWORD !== undefined })
    await audit(open, { actor: 'system', action: 'admin.add', subject: username })
    return true
  })
  if (!made) return
  const shown = env.ADMIN_PASSWORD ? '(from ADMIN_PASSWORD)' : password
  print(`First admin: username ${username}, password ${shown}`)
  if (!env.ADMIN_PASSWORD) print('The first login asks for a password of your own.')
}

/** Before the first admin is made: afterwards these settings no longer matter. */
async function checkSettings(username: string, password: string | undefined) {
  const wrongName = nameFault(username)
  if (wrongName) throw new EnvError(`ADMIN_USERNAME: ${wrongName}`)
  const wrongPassword = password === undefined ? null : (await passwordRule())(password, username)
  if (wrongPassword) throw new EnvError(`ADMIN_PASSWORD: ${wrongPassword}`)
}
