import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'

export const TEMPLATE = 'template_salonback'

export interface TestPostgres {
  url: string
  stop(): Promise<void>
}

/** A PostgreSQL with a migrated database to copy, in a temporary folder of its own. */
export async function startPostgres(settings: string[] = []): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonback-test-'))
  const server = await startEmbedded({ dataDir, unsafe: true, settings })
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

/** The same server, another database. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
