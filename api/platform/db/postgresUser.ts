import { execFile, spawn } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How to run PostgreSQL's programs: user, working directory and command. */
export interface RunAs {
  identity: { uid?: number; gid?: number }
  cwd: string
  command(words: string[]): string[]
  /** Gives a file to the user of the server. */
  handOver(path: string): Promise<void>
}

/**
 * PostgreSQL refuses to run as root. As root, the cluster belongs to an unprivileged user if that user can reach it; else
 * the server runs in a user namespace.
 */
export async function chooseServerUser(cluster: string, binaries: string): Promise<RunAs> {
  const cwd = dirname(cluster)
  const ours = { identity: {}, cwd, handOver: async () => undefined }
  if (userInfo().uid !== 0) return { ...ours, command: (words) => words }
  const [uid, gid] = await nobody()
  const handOver = (path: string) => chown(path, uid, gid)
  if ((await openToOthers(cluster)) && (await openToOthers(join(binaries, 'postgres')))) {
    if (await stat(cluster).catch(() => null)) await handOver(cluster)
    return { identity: { uid, gid }, cwd, command: (words) => words, handOver }
  }
  const wrap = (words: string[]) => ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, ...words]
  const [file, ...args] = wrap(['true'])
  await run(file as string, args).catch(() => {
    throw new Error(
      `PostgreSQL cannot run as root, and other users cannot access ${cluster}: set DATA_DIR to a folder that others can access, or start as another user`,
    )
  })
  return { ...ours, command: wrap }
}

/** The user `nobody` and its group. */
export async function nobody(): Promise<[uid: number, gid: number]> {
  const [user, group] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])])
  return [Number(user.stdout), Number(group.stdout)]
}

/** Whether all parent folders are accessible to other users. */
async function openToOthers(path: string): Promise<boolean> {
  for (let at = resolve(path, '..'); ; at = resolve(at, '..')) {
    if (((await stat(at)).mode & 0o001) === 0) return false
    if (at === resolve(at, '..')) return true
  }
}

/** A shell that waits for a line on stdin. It ignores signals to the process group and ends when the pipe closes. */
const stopScript = `trap '' HUP INT TERM
read -r word || exit 0
pid=$(head -n 1 "$2/postmaster.pid") || exit 0
"$1" -D "$2" -m fast -W stop || exit 1
for turn in $(seq 1200); do
  [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$pid" ] || exit 0
  sleep 0.05
done
exit 1`

/** Starts a helper process that can only stop the server; returns the function that triggers it. */
export async function startStopHelper(
  as: RunAs,
  pgCtl: string,
  cluster: string,
): Promise<() => Promise<void>> {
  const [file, ...words] = as.command(['/bin/sh', '-c', stopScript, 'sh', pgCtl, cluster])
  const shell = spawn(file as string, words, {
    ...as.identity,
    cwd: as.cwd,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH ?? '', LC_MESSAGES: 'C' },
  })
  const ended = new Promise<number | null>((resolve) => shell.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    shell.once('spawn', resolve)
    shell.once('error', reject)
  })
  shell.unref()
  shell.stdin.on('error', () => undefined)
  return async () => {
    shell.ref()
    shell.stdin.end('stop\n')
    if ((await ended) !== 0) throw new Error(`The PostgreSQL on ${cluster} does not stop`)
  }
}
