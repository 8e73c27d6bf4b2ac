import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

/** One PostgreSQL for the whole run, and one migrated database that every test file copies. */
export default async function setup(project: TestProject) {
  // No worker of the server's own may be in a database that a test drops, and logins need not be slow.
  const server = await startPostgres(['autovacuum=off', 'scram_iterations=1'])
  project.provide('databaseUrl', server.url)
  return server.stop
}
