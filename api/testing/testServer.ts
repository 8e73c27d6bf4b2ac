import { type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import { onTestFinished } from 'vitest'

/** startServer for one test: stopped and deleted after it. */
export async function testServer(...options: Parameters<typeof startServer>): Promise<RunningServer> {
  const server = await startServer(...options)
  onTestFinished(server.remove)
  return server
}
