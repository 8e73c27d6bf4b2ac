import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { instantOf } from '@salonback/shared/sms/openHours.ts'

const run = promisify(execFile)
const source = fileURLToPath(new URL('movedClock.c', import.meta.url))

export interface TestClock {
  /** What a clock in London shows when the tests start. */
  at: string
  /** The time zone of the processes. */
  tz: string
  /** Major version. */
  node: string
}

const clock = (at: string, tz: string, node: number): TestClock => ({ at, tz, node: String(node) })

/** These run with `npm run test:full`: before salons open on their last day of the week, over New Year, over a change of clocks. */
export const fullClocks = [
  clock('2027-05-01T09:55', 'Pacific/Auckland', 22),
  clock('2027-12-31T23:50', 'America/Los_Angeles', 20),
  clock('2027-10-31T01:57', 'Pacific/Auckland', 24),
]

/** Each weekday, the last minutes of a year, a leap day, and both changes of clocks in London and in the USA. */
export const allClocks = [
  clock('2027-01-04T08:55', 'UTC', 20),
  clock('2026-12-08T09:55', 'America/Los_Angeles', 22),
  clock('2027-06-16T17:55', 'Pacific/Auckland', 24),
  clock('2027-02-04T23:55', 'Europe/London', 20),
  clock('2027-04-02T10:05', 'America/Los_Angeles', 24),
  clock('2028-02-29T12:00', 'America/Los_Angeles', 22),
  clock('2027-03-28T00:57', 'UTC', 22),
  clock('2027-03-14T09:57', 'America/Los_Angeles', 20),
  clock('2027-11-07T08:57', 'America/Los_Angeles', 24),
  ...fullClocks,
]

export const nameOf = ({ at, tz, node }: TestClock) => `at ${at} London time in ${tz} on Node ${node}`

// A mount that only the command sees makes the loader add our library to each program, also to one with few settings.
const script = `cp -a /etc "$0/etc" && echo "$0/clock.so" > "$0/etc/ld.so.preload" && mount --bind "$0/etc" /etc && exec "$@"`

/** Runs a command whose processes, Postgres and Chromium included, see a clock. Needs root, the right to mount, and a C compiler. */
export async function underClock<T>(
  { at, tz, node }: TestClock,
  command: (words: string[], settings: Record<string, string>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-clock-'))
  try {
    // Postgres runs as another user.
    await chmod(folder, 0o755)
    const ahead = Math.round((instantOf('Europe/London', at).getTime() - Date.now()) / 1000)
    await run('cc', ['-shared', '-fPIC', '-O2', `-DAHEAD=${ahead}`, '-o', join(folder, 'clock.so'), source])
    const path = [await folderOfNode(node), process.env.PATH].join(delimiter)
    return await command(['unshare', '--mount', 'sh', '-c', script, folder], { TZ: tz, PATH: path })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The folder of this version's program; npm has each version as a package. */
async function folderOfNode(major: string): Promise<string> {
  if (process.versions.node.split('.')[0] === major) return dirname(process.execPath)
  const { stdout } = await run('npx', ['-y', '-p', `node@${major}`, 'node', '-p', 'process.execPath'])
  return dirname(stdout.trim())
}
