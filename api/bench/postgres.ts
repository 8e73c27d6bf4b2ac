import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../db/embedded.ts'

export interface Place {
  url: string
  /** Where the database keeps its files, and a bench its own. */
  folder: string
  /** The database's first process. */
  postmaster: number
}

const running = new Set<() => Promise<void>>()

/** Stops and removes every database of this process, also while something is measured on it. */
export const stopDatabases = () => Promise.allSettled([...running].map((stop) => stop()))

/** An empty database for as long as `work` takes. It is stopped and removed however that ends. */
export async function onPostgres<T>(
  work: (place: Place) => Promise<T>,
  { under = tmpdir() }: { under?: string } = {},
): Promise<T> {
  const folder = await mkdtemp(join(under, 'salonback-bench-'))
  let stop = async () => {}
  const end = async () => {
    running.delete(end)
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  running.add(end)
  try {
    const server = await startEmbedded({ dataDir: folder })
    stop = server.stop
    const [postmaster] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')
    return await work({ url: server.url, folder, postmaster: Number(postmaster) })
  } finally {
    await end()
  }
}
