import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One measurement, its reference from the same run, and its floor. */
export interface Figure {
  what: string
  today: number
  /** The same work done without our code. */
  reference?: number
  referenceName?: string
  unit: 'a second' | 'ms'
  /** Limit of `today`, or of the ratio today/reference. */
  floor: { of: 'today' | 'ratio' } & ({ atLeast: number } | { atMost: number })
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

const ROUNDS = 7

/** The median of seven runs of each of these, compared with a limit in ms. */
export async function measureEach(
  runs: Record<string, () => Promise<unknown>>,
  atMost: number,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, run] of Object.entries(runs)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now()
      await run()
      times.push(performance.now() - start)
    }
    figures.push({ what, today: median(times), unit: 'ms', floor: { of: 'today', atMost } })
  }
  return figures
}

const ratioOf = ({ today, reference = Number.NaN }: Figure) => today / reference

function isMet(figure: Figure): boolean {
  const value = figure.floor.of === 'today' ? figure.today : ratioOf(figure)
  return 'atLeast' in figure.floor ? value >= figure.floor.atLeast : value <= figure.floor.atMost
}

const short = (value: number) =>
  value >= 100 ? String(Math.round(value)) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

function formatFloor({ floor, unit }: Figure): string {
  const limit = 'atLeast' in floor ? `≥ ${floor.atLeast}` : `≤ ${floor.atMost}`
  return floor.of === 'today' ? `${limit} ${unit}` : limit
}

/** One row of the bench and how long it took. */
export type RowResult = { name: string; seconds: number } & ({ figures: Figure[] } | { failed: string })

const figuresOf = (results: RowResult[]) =>
  results.flatMap((row) =>
    'figures' in row ? row.figures.map((figure) => ({ row: row.name, ...figure })) : [],
  )

/** The table, then failed rows, then the time each row took. */
export function formatTable(results: RowResult[]): string {
  const lines = figuresOf(results).map((figure) => {
    const { row, what, today, reference, unit, referenceName } = figure
    const compared =
      reference === undefined ? ['', ''] : [`${short(reference)} ${referenceName}`, short(ratioOf(figure))]
    return [
      row,
      what,
      `${short(today)} ${unit}`,
      ...compared,
      formatFloor(figure),
      isMet(figure) ? 'yes' : 'NO',
    ]
  })
  const all = [['row', 'what', 'today', 'reference', 'ratio', 'floor', 'met'], ...lines]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? []
  const table = all.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const failed = results.flatMap((row) => ('failed' in row ? [`FAILED ${row.name}: ${row.failed}`] : []))
  const seconds = results.reduce((sum, row) => sum + row.seconds, 0)
  const each = results.map((row) => `${row.name} ${row.seconds}`).join(', ')
  const parts = [table, failed, [`${seconds} s: ${each}`]].filter((part) => part.length > 0)
  return `${parts.map((part) => part.join('\n')).join('\n\n')}\n`
}

/** Writes `bench.txt` and `bench.json` into the folder. */
export async function writeTable(results: RowResult[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'bench.txt'), formatTable(results))
  const figures = figuresOf(results).map((figure) => ({
    ...figure,
    ratio: ratioOf(figure),
    met: isMet(figure),
  }))
  const rows = results.map((row) => ({ ...row, figures: undefined }))
  await writeFile(join(folder, 'bench.json'), `${JSON.stringify({ rows, figures }, null, 2)}\n`)
}
