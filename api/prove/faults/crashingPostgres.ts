import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type EmbeddedDatabase, startEmbedded } from '../../db/embedded.ts'
import { goAsUsual } from '../priority.ts'
import type { Proving } from '../suite.ts'

export interface CrashingPostgres {
  url: string
  crashes: number
  /** Kills the server with SIGKILL and starts it again on the same port. */
  crash(): Promise<void>
}

/** A durable PostgreSQL: what it acknowledged must be there after a crash. */
export async function startCrashingPostgres(proving: Proving): Promise<CrashingPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonback-faults-'))
  let server: EmbeddedDatabase = await startEmbedded({ dataDir })
  proving.atEnd(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const port = Number(new URL(server.url).port)
  const postmaster = async () => {
    const lines = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    return Number(lines.split('\n')[0])
  }
  const postgres: CrashingPostgres = {
    url: server.url,
    crashes: 0,
    async crash() {
      const pid = await postmaster()
      process.kill(pid, 'SIGKILL')
      postgres.crashes++
      // Until it is gone it is taken for a running one.
      while (isAlive(pid)) await wait(20)
      // Its backends see that within a moment; until then their shared memory keeps a new one out.
      for (let tries = 1; ; tries++) {
        try {
          server = await startEmbedded({ dataDir, port })
          goAsUsual(await postmaster())
          return
        } catch (error) {
          if (tries >= STARTS) throw error
          await wait(200)
        }
      }
    },
  }
  return postgres
}

const STARTS = 50

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
