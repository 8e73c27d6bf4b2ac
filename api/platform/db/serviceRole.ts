import { openDatabase } from './open.ts'
import { retryOnDeadlock } from './retryOnDeadlock.ts'

/** The service's Postgres role: owner of its database, without further rights. */
export const SERVICE_ROLE = 'salonback'

// Advisory lock: of several starting processes one creates the role.
const LOCK = 5_107_043

/** Whether the service can log in with this URL and has only its rights. */
export async function isServiceReady(url: string): Promise<boolean> {
  const sql = openDatabase(url, { max: 1 })
  try {
    const [role] = await sql<[{ unprivileged: boolean }]>`
      select not (rolsuper or rolcreaterole or rolreplication or rolbypassrls) as unprivileged
      from pg_roles where rolname = current_user`
    return role.unprivileged
  } catch {
    // Role missing or other password: creating it reports any other problem.
    return false
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Creates the role and makes it owner of the database. Also gives an existing role this password and only its rights. */
export async function makeServiceRole(superuserUrl: string, password: string): Promise<void> {
  if (!/^[\w-]+$/.test(password))
    throw new Error('The password of the service role has unexpected characters')
  const sql = openDatabase(superuserUrl, { max: 1 })
  try {
    await retryOnDeadlock(sql, async (open) => {
      await open`select pg_advisory_xact_lock(${LOCK})`
      const found = await open`select 1 from pg_roles where rolname = ${SERVICE_ROLE}`
      if (found.length === 0) await open.unsafe(`create role ${SERVICE_ROLE}`)
      await open.unsafe(`alter role ${SERVICE_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
        password '${password}'`)
      await open.unsafe(`alter database postgres owner to ${SERVICE_ROLE}`)
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}
