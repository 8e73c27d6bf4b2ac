import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve as resolvePath } from 'node:path'
import { errorMessage } from '@salonback/shared/errorMessage.ts'
import type { Logger } from 'pino'
import { nobody } from './platform/db/postgresUser.ts'

interface Options {
  /** Folder of the checkout, which the service still reads from. */
  root: string
  log: Logger
  /** A folder beside the one for uploads that the service writes to. */
  backups?: string | undefined
}

export const isRoot = () => process.platform === 'linux' && process.getuid?.() === 0

/**
 * Checks whether the service can run as the user `nobody`, and returns the function that switches to it; call that once
 * the port is bound. If `nobody` cannot read a needed file, the service stays root and logs why.
 */
export async function prepareToDropRoot({ root, log, backups }: Options): Promise<() => void> {
  if (!isRoot()) return () => undefined
  const stay = (error: unknown) => {
    const reason = errorMessage(error)
    log.warn({ reason }, 'still running as root: start it as another user, or give others access')
  }
  try {
    const [uid, gid] = await nobody()
    const written = [tmpdir(), ...(backups ? [resolvePath(backups)] : [])]
    const needed = [
      ...(await neededFiles(root)).map((path) => `r ${path}`),
      ...written.map((path) => `w ${path}`),
    ]
    const inaccessible = await findInaccessible(needed, uid, gid)
    if (inaccessible) throw new Error(`other users cannot access ${inaccessible}`)
    return () => {
      try {
        switchUser(uid, gid)
        log.info({ uid, gid }, 'dropped root')
      } catch (error) {
        stay(error)
      }
    }
  } catch (error) {
    return () => stay(error)
  }
}

/** Drops groups first: without root that is no longer possible. */
function switchUser(uid: number, gid: number) {
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
  try {
    process.setuid?.(0)
  } catch {
    return
  }
  throw new Error('root could be regained')
}

/** Sources, build output and one file of every package: modules and assets are read when first needed. */
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

/** Runs as that user: file modes do not show ACLs or mount options. */
const checkScript = 'while read -r how path; do test "-$how" "$path" || { echo "$path"; break; }; done'

/** The first of these (`r` or `w`, and a path) that the user may not read or write, or null. */
function findInaccessible(needed: string[], uid: number, gid: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const shell = spawn('/bin/sh', ['-c', checkScript], {
      uid,
      gid,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let output = ''
    shell.stdout.on('data', (data: Buffer) => (output += data))
    shell.once('error', reject)
    shell.once('close', (code) =>
      code === 0
        ? resolve(output.trim() || null)
        : reject(new Error(`the check as uid ${uid} exited with ${code}`)),
    )
    // The shell exits at the first inaccessible path without reading the rest.
    shell.stdin.on('error', () => undefined)
    shell.stdin.end(`${needed.join('\n')}\n`)
  })
}
