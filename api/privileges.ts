import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorMessage } from '@salonback/shared/errorMessage.ts'
import type { Logger } from 'pino'
import { nobody } from './db/postgresUser.ts'

interface Options {
  /** Folder of the checkout; what the service still loads and serves lies in it. */
  root: string
  log: Logger
}

export const isRoot = () => process.platform === 'linux' && process.getuid?.() === 0

/**
 * Checks whether the service could go on as the user `nobody`, and returns the function that switches to it, called once
 * the port is bound. Where `nobody` could not read files that are needed later, the service stays root and logs why.
 */
export async function prepareToDropRoot({ root, log }: Options): Promise<() => void> {
  if (!isRoot()) return () => undefined
  const stay = (error: unknown) => {
    const reason = errorMessage(error)
    log.warn({ reason }, 'still running as root: start it as another user, or open the checkout to others')
  }
  try {
    const [uid, gid] = await nobody()
    const needed = [...(await neededFiles(root)).map((path) => `r ${path}`), `w ${tmpdir()}`]
    const closed = await firstClosed(needed, uid, gid)
    if (closed) throw new Error(`other users cannot reach ${closed}`)
    return () => {
      try {
        switchUser(uid, gid)
        log.info({ uid, gid }, 'gave up root')
      } catch (error) {
        stay(error)
      }
    }
  } catch (error) {
    return () => stay(error)
  }
}

/** Groups first: without root they could not be dropped any more. */
function switchUser(uid: number, gid: number) {
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
  try {
    process.setuid?.(0)
  } catch {
    return
  }
  throw new Error('root came back')
}

/** Sources of ours, what was built, and a file of every package: modules and pages are read when first asked for. */
async function neededFiles(root: string): Promise<string[]> {
  const parts = ['api', 'shared', 'web/dist'].map((part) => filesUnder(join(root, part)))
  return [join(root, 'package.json'), ...(await Promise.all(parts)).flat(), ...(await packagesOf(root))]
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = entries.map((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return entry.isFile() ? [path] : []
    return entry.name === 'node_modules' ? [] : filesUnder(path)
  })
  return (await Promise.all(found)).flat()
}

async function packagesOf(root: string): Promise<string[]> {
  const folder = join(root, 'node_modules')
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const found = names.map(async (name) =>
    name.startsWith('@') ? (await readdir(join(folder, name))).map((inner) => `${name}/${inner}`) : [name],
  )
  return (await Promise.all(found))
    .flat()
    .map((name) => join(folder, name, 'package.json'))
    .filter((path) => existsSync(path))
}

/** Asks as that user, because modes alone tell neither ACLs nor what a mount allows. */
const checkScript = 'while read -r how path; do test "-$how" "$path" || { echo "$path"; break; }; done'

/** The first of these (`r` to read or `w` to write, and a path) that is closed to the user; null when none is. */
function firstClosed(needed: string[], uid: number, gid: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const shell = spawn('/bin/sh', ['-c', checkScript], {
      uid,
      gid,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let said = ''
    shell.stdout.on('data', (data: Buffer) => (said += data))
    shell.once('error', reject)
    shell.once('close', (code) =>
      code === 0
        ? resolve(said.trim() || null)
        : reject(new Error(`the look as uid ${uid} ended with ${code}`)),
    )
    // It ends at the first closed one and reads no further.
    shell.stdin.on('error', () => undefined)
    shell.stdin.end(`${needed.join('\n')}\n`)
  })
}
