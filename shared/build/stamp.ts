import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The sources of a build: files, and folders with a pattern for the names of the files in them. */
export interface Sources {
  files: string[]
  folders: { [folder: string]: string }
  /** Other input of the build, as text. */
  withStaticValues: string
}

/** Written next to a build, to check later whether the build is up to date. */
export interface Stamp {
  sources: Sources
  hash: string
}

/** Hashes the sources of a build. Paths are relative to `root`. */
export async function stampOf(root: string, sources: Sources): Promise<Stamp> {
  const found = await Promise.all(
    Object.entries(sources.folders).map(([folder, names]) =>
      filesUnder(join(root, folder), new RegExp(names)),
    ),
  )
  const paths = [...sources.files.map((file) => join(root, file)), ...found.flat()].sort()
  const contents = await Promise.all(paths.map((path) => readFile(path)))
  const hash = createHash('sha256').update(JSON.stringify(sources))
  for (const [n, content] of contents.entries()) hash.update(relative(root, paths[n] ?? '')).update(content)
  return { sources, hash: hash.digest('hex') }
}

/** Whether the build of this stamp file is up to date; false if the file is missing. */
export async function isCurrent(root: string, stampFile: string): Promise<boolean> {
  try {
    const { sources, hash } = JSON.parse(await readFile(stampFile, 'utf8')) as Stamp
    return (await stampOf(root, sources)).hash === hash
  } catch {
    return false
  }
}

async function filesUnder(folder: string, names: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .filter((entry) => !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
}
