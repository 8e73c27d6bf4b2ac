import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type EmbeddedDatabase, startEmbedded } from '../../platform/db/embedded.ts'
import type { SuiteContext } from '../suite.ts'

export interface CrashingPostgres {
  url: string
  crashes: number
  /** Kills the server with SIGKILL and starts it again on the same port. */
  crash(): Promise<void>
}

/** Starts a Postgres with default durability: what it committed must survive a crash. */
export async function startCrashingPostgres(context: SuiteContext): Promise<CrashingPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonback-faults-'))
  let server: EmbeddedDatabase = await startEmbedded({ dataDir })
  context.atEnd(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const port = Number(new URL(server.url).port)
  const postmasterPid = async () => {
    const lines = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    return Number(lines.split('\n')[0])
  }
  const postgres: CrashingPostgres = {
    url: server.url,
    crashes: 0,
    async crash() {
      const pid = await postmasterPid()
      process.kill(pid, 'SIGKILL')
      postgres.crashes++
      // startEmbedded would take over a server that still runs.
      while (isAlive(pid)) await wait(20)
      // A new server cannot start until the old backends have exited and freed their shared memory.
      for (let tries = 1; ; tries++) {
        try {
          server = await startEmbedded({ dataDir, port })
          return
        } catch (error) {
          if (tries >= MAX_STARTS) throw error
          await wait(200)
        }
      }
    },
  }
  return postgres
}

const MAX_STARTS = 50

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
