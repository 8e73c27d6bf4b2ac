import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

/** CPU so far in ms of a process and those it started (Linux): the ended ones are in their parent's account. */
export function cpuOf(pid: number): number {
  const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [readStat(Number(name))] : []))
  const known = stats.filter((stat) => stat !== null)
  const family = new Set([pid])
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const stat of known) if (family.has(stat.parent)) family.add(stat.pid)
  }
  return known.filter((stat) => family.has(stat.pid)).reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0)
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
