import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

export const TEMPLATE = 'template_salonback'

/** One PostgreSQL for the whole run, and one migrated database that every test file copies. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonback-test-'))
  const server = await startEmbedded({ dataDir, unsafe: true })
  const admin = openDatabase(server.url, { max: 1 })
  await admin.unsafe(`create database ${TEMPLATE}`)
  const template = openDatabase(databaseUrl(server.url, TEMPLATE), { max: 1 })
  await migrate(template)
  await template.end()
  await admin.end()
  project.provide('databaseUrl', server.url)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The same server, another database. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
