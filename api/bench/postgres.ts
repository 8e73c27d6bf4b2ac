import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../db/embedded.ts'

export interface Place {
  url: string
  /** Where the database keeps its files, and a bench its own. */
  folder: string
}

/** An empty database for as long as `work` takes. It is stopped and removed however that ends. */
export async function onPostgres<T>(
  work: (place: Place) => Promise<T>,
  { under = tmpdir() }: { under?: string } = {},
): Promise<T> {
  const folder = await mkdtemp(join(under, 'salonback-bench-'))
  try {
    const { url, stop } = await startEmbedded({ dataDir: folder })
    try {
      return await work({ url, folder })
    } finally {
      await stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
