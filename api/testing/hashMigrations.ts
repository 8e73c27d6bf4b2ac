import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'

const folder = new URL('../platform/db/migrations/', import.meta.url)
const file = new URL('../platform/db/migrationHashes.json', import.meta.url)

/** SHA-256 of each migration. */
export async function hashesOfMigrations(): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const name of (await readdir(folder)).sort())
    hashes[name] = createHash('sha256')
      .update(await readFile(new URL(name, folder)))
      .digest('hex')
  return hashes
}

/** SHA-256 of each migration when it was new. */
export const storedHashes = async (): Promise<Record<string, string>> =>
  JSON.parse(await readFile(file, 'utf8'))

/** Adds new migrations to the stored hashes. Others stay, so that a test fails when a migration is edited. */
export async function storeHashes(): Promise<void> {
  const stored = { ...(await hashesOfMigrations()), ...(await storedHashes()) }
  await writeFile(file, `${JSON.stringify(stored, null, 2)}\n`)
}
