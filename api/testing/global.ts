import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

/** One PostgreSQL for the whole run, and one migrated database that every test file copies. */
export default async function setup(project: TestProject) {
  const server = await startPostgres()
  project.provide('databaseUrl', server.url)
  return server.stop
}
