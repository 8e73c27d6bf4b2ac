import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

const TICK_MS = 10

/** CPU so far in ms of a process and those it started (Linux): the ended ones are in their parent's account. */
export const cpuOf = (pid: number): number =>
  familyOf(pid).reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0)

/** MB of memory of each process of Node among this one and those it started, pages they share counted in parts (PSS). */
export function nodeMemoryOf(pid: number): number[] {
  return familyOf(pid).flatMap(({ pid: one }) => {
    if (basename(readlinkSync(`/proc/${one}/exe`)) !== basename(process.execPath)) return []
    const pss = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1]
    return [Number(pss) / 1024]
  })
}

function familyOf(pid: number) {
  const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [readStat(Number(name))] : []))
  const known = stats.filter((stat) => stat !== null)
  const family = new Set([pid])
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const stat of known) if (family.has(stat.parent)) family.add(stat.pid)
  }
  return known.filter((stat) => family.has(stat.pid))
}

/** Null: it has ended meanwhile. */
function readStat(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15)
    return { pid, parent: fields[1] ?? 0, ticks: utime + stime + cutime + cstime }
  } catch {
    return null
  }
}
