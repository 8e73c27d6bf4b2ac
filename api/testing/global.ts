import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeCertificate } from './certificate.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    /** Key and certificate for localhost in one file. */
    certificateFile: string
  }
}

/** For the whole run: a Postgres with a migrated template database, and a TLS certificate for localhost. */
export default async function setup(project: TestProject) {
  // An autovacuum worker would block dropping a database. Test files run in parallel with a dozen connections each.
  const server = await startPostgres([
    'autovacuum=off',
    'scram_iterations=1',
    'max_connections=300',
    // Otherwise most of the time goes into planning: each test has new connections.
    'plan_cache_mode=force_generic_plan',
  ])
  project.provide('databaseUrl', server.url)
  const folder = mkdtempSync(join(tmpdir(), 'salonback-localhost-'))
  project.provide('certificateFile', makeCertificate(folder))
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
}
