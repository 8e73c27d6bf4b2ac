import { openHours, startServer } from '@salonback/shared/testing/server.ts'
import { ensureSystem } from '@salonback/shared/testing/system.ts'
import type { TestProject } from 'vitest/node'
import { setUpDesk } from './desk.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    desk: Record<string, string>
    /** Origin of a server all walks may use, as long as they do not stop it. */
    server: string
  }
}

/** Packs the app as it now is, unless `npm test` just did, and sets up one desktop and one server for all walks. */
export default async function setup(project: TestProject) {
  ensureSystem()
  if (process.env.APP_IS_PACKED !== 'yes') await (await import('../build/package.ts')).packageApp('dir')
  const desk = await setUpDesk()
  const server = await startServer(openHours)
  project.provide('desk', desk.env)
  project.provide('server', server.origin)
  return async () => {
    await server.remove()
    await desk.stop()
  }
}
