import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { openHours, startServer } from '@salonback/shared/testing/server.ts'
import { inject } from 'vitest'

/** A server with a new database. It sends texts at any hour, and has no rate limit for visitors. */
export async function startTestServer(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(await scratchFolder(), 'salonback-server-'))
  // Keeps the owner: started as root, Postgres runs as another user.
  await promisify(execFile)('cp', ['-a', `${inject('dataDir')}/.`, dataDir])
  const port = await freePort()
  return startServer({ ...openHours, PUBLIC_POSTS_PER_MINUTE: '1000', ...settings }, { dataDir, port })
}
