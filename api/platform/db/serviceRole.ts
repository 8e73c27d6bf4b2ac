import { openDatabase, type Sql } from './open.ts'
import { retryOnDeadlock } from './retryOnDeadlock.ts'

/** The service's Postgres role: owner of its database, without further rights. */
export const SERVICE_ROLE = 'salonback'

// Advisory lock: of several starting processes one creates the role.
const LOCK = 5_107_043

/** Whether the service can log in with this URL, has only its rights and owns its objects. */
export async function isServiceReady(url: string): Promise<boolean> {
  const sql = openDatabase(url, { max: 1 })
  try {
    const [role] = await sql<[{ unprivileged: boolean }]>`
      select not (rolsuper or rolcreaterole or rolreplication or rolbypassrls) as unprivileged
      from pg_roles where rolname = current_user`
    return role.unprivileged && (await foreignObjects(sql)).length === 0
  } catch {
    // Role missing or other password: creating it reports any other problem.
    return false
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Creates the role and makes it owner of everything. Data is not changed. */
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
      for (const { kind, name } of await foreignObjects(open)) {
        await open.unsafe(`alter ${kind} ${name} owner to ${SERVICE_ROLE}`)
      }
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Objects not owned by the service role, by kind and full name as in ALTER. */
async function foreignObjects(sql: Sql) {
  const rows = await sql<{ kind: string; name: string }[]>`
    with schemas as (
      select oid, nspname, nspowner from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), things as (
      select 'schema' as kind, quote_ident(nspname) as name, nspowner as owner, 0::oid as class, oid from schemas
      where nspowner <> 'pg_database_owner'::regrole
      union all
      -- Indexes, row types and the sequences of columns go with their tables.
      select 'table', format('%I.%I', nspname, relname), relowner, 'pg_class'::regclass, c.oid
      from pg_class c join schemas s on s.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and not exists (
        select 1 from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and relkind = 'S' and d.deptype in ('a', 'i'))
      union all
      select 'routine', format('%I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)),
        proowner, 'pg_proc'::regclass, p.oid
      from pg_proc p join schemas s on s.oid = pronamespace
      union all
      select 'type', format('%I.%I', nspname, typname), typowner, 'pg_type'::regclass, t.oid
      from pg_type t join schemas s on s.oid = typnamespace left join pg_class c on c.oid = typrelid
      where typtype in ('d', 'e', 'r') or (typtype = 'c' and relkind = 'c')
    )
    select kind, name from things
    where owner <> (select oid from pg_roles where rolname = ${SERVICE_ROLE}) and not exists (
      select 1 from pg_depend d where d.classid = class and d.objid = things.oid and d.deptype = 'e')
    order by kind, name`
  return rows
}
