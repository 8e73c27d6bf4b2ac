import { randomBytes } from 'node:crypto'
import { type Env, EnvError } from '../../env.ts'
import { systemActor } from '../db/actor.ts'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { nameFault } from './names.ts'
import { hashPassword } from './passwords.ts'
import { addAdmin, countAdmins } from './queries.ts'
import { passwordRule } from './strength.ts'

// Advisory lock key: of several processes that start together, one creates the admin.
const LOCK = 5_107_044

/** 144 random bits in characters that are easy to copy. */
export const randomPassword = () => randomBytes(18).toString('base64url')

/**
 * Creates the first admin if there is none: the one of the settings, else `admin` with a random password, which is
 * printed once and not stored.
 */
export async function createFirstAdmin(
  sql: Sql,
  env: Pick<Env, 'ADMIN_USERNAME' | 'ADMIN_PASSWORD'>,
  print: (line: string) => void,
): Promise<void> {
  const username = (env.ADMIN_USERNAME ?? 'admin').trim()
  const password = env.ADMIN_PASSWORD ?? randomPassword()
  if ((await countAdmins(sql)) > 0) return
  // Hashed before the transaction: on a slow machine hashing exceeds Postgres's idle timeout.
  await checkSettings(username, env.ADMIN_PASSWORD)
  const hash = await hashPassword(password)
  const made = await inTransaction(sql, async (open) => {
    await open`select pg_advisory_xact_lock(${LOCK})`
    if ((await countAdmins(open)) > 0) return false
    // A printed password stays in terminals and logs, so it must be changed; one from the settings need not.
    await addAdmin(open, username, { password: { hash, own: env.ADMIN_PASSWORD !== undefined } })
    await audit(open, { actor: systemActor('system'), action: 'admin.add', subject: username })
    return true
  })
  if (!made) return
  const shown = env.ADMIN_PASSWORD ? '(from ADMIN_PASSWORD)' : password
  print(`First admin: username ${username}, password ${shown}`)
  if (!env.ADMIN_PASSWORD) print('The first login asks for a password of your own.')
}

/** Only before the first admin is created; later these settings have no effect. */
async function checkSettings(username: string, password: string | undefined) {
  const wrongName = nameFault(username)
  if (wrongName) throw new EnvError(`ADMIN_USERNAME: ${wrongName}`)
  const wrongPassword = password === undefined ? null : (await passwordRule())(password, username)
  if (wrongPassword) throw new EnvError(`ADMIN_PASSWORD: ${wrongPassword}`)
}
