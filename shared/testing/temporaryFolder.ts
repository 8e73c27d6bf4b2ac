import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new folder, deleted after the test. */
export async function temporaryFolder(within = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(within, 'salonback-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
