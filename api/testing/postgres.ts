import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openDatabase } from '../platform/db/open.ts'
import { SERVICE_ROLE } from '../platform/db/serviceRole.ts'

export const TEMPLATE = 'template_salonback'

export interface TestPostgres {
  url: string
  stop(): Promise<void>
}

/** A Postgres in its own temporary folder, with a migrated template database. */
export async function startPostgres(settings: string[] = []): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(await scratchFolder(), 'salonback-test-'))
  const server = await startEmbedded({ dataDir, unsafe: true, settings })
  // Tests use the service's role, so that code that needs a superuser fails. Copying the template needs `createdb`.
  const superuser = openDatabase(await server.superuserUrl(), { max: 1 })
  await superuser.unsafe(`alter role ${SERVICE_ROLE} createdb`)
  // Deleting the rows of a test passes by the triggers that refuse it.
  await superuser.unsafe(`grant set on parameter session_replication_role to ${SERVICE_ROLE}`)
  await superuser.end()
  const admin = openDatabase(server.url, { max: 1 })
  await admin.unsafe(`create database ${TEMPLATE}`)
  const template = openDatabase(databaseUrl(server.url, TEMPLATE), { max: 1 })
  await migrate(template)
  await template.end()
  await admin.end()
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates a migrated database and returns its URL. */
export async function createDatabase(url: string, name: string): Promise<string> {
  const root = openDatabase(url, { max: 1 })
  await root.unsafe(`create database ${name} template ${TEMPLATE}`)
  await root.end()
  return databaseUrl(url, name)
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
