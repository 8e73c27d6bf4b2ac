import { openHours, startServer } from '@salonback/shared/testing/server.ts'
import { ensureSystemPackages } from '@salonback/shared/testing/systemPackages.ts'
import type { TestProject } from 'vitest/node'
import { startTestDesktop } from './testDesktop.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Environment of the test desktop. */
    desktopEnv: Record<string, string>
    /** Origin of a server for all test files that do not stop it. */
    server: string
  }
}

/** Packs the app, unless `npm test` just did, and starts one desktop session and one server for all test files. */
export default async function setup(project: TestProject) {
  ensureSystemPackages()
  if (process.env.APP_IS_PACKED !== 'yes') await (await import('../build/package.ts')).packageApp('dir')
  const desktop = await startTestDesktop()
  const server = await startServer(openHours)
  project.provide('desktopEnv', desktop.env)
  project.provide('server', server.origin)
  return async () => {
    await server.remove()
    await desktop.stop()
  }
}
