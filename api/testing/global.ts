import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
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
  const server = await startPostgres(['autovacuum=off', 'scram_iterations=1', 'max_connections=300'])
  project.provide('databaseUrl', server.url)
  const folder = mkdtempSync(join(tmpdir(), 'salonback-localhost-'))
  project.provide('certificateFile', makeCertificate(folder))
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
}

/** A new key for each run, so that the repository contains none. */
function makeCertificate(folder: string): string {
  const file = join(folder, 'localhost.pem')
  const options = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-noenc',
    '-days',
    '2',
  ]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', ...options, ...names, '-keyout', file, '-out', `${file}.crt`], {
    stdio: 'ignore',
  })
  appendFileSync(file, readFileSync(`${file}.crt`))
  return file
}
