import { startServer } from '@salonback/shared/testing/server.ts'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder after the first start of a server; testServer.ts copies it. */
    dataDir: string
  }
}

/** Starts a server once, so that the test files need not create a database and run all migrations each. */
export default async function setup(project: TestProject) {
  const server = await startServer()
  await server.stop()
  project.provide('dataDir', server.dataDir)
  return () => server.remove()
}
