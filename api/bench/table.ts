import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One measurement beside its reference, both of the same run. */
export interface Figure {
  what: string
  ours: number
  /** The same done plainly; undefined where the figure stands alone. */
  reference?: number
  unit: 'a second' | 'ms' | 'ms CPU' | 's' | 'MB' | 'KB' | 'score' | 'times'
  /** What the reference is. */
  beside?: string
  /** Where we want to be: of the ratio ours/reference, or of ours where there is no reference or `ofOurs` says so. */
  reach?: { atLeast?: number; atMost?: number; ofOurs?: true }
  note?: string
}

export const median = (values: number[]): number => percentile(values, 50)

/** The value that this share of them (0 to 100) does not exceed. */
export function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

export const ratioOf = ({ ours, reference }: Figure) =>
  reference === undefined ? undefined : ours / reference

export function isReached(figure: Figure): boolean | undefined {
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY, ofOurs } = figure.reach ?? {}
  const value = (!ofOurs && ratioOf(figure)) || figure.ours
  return figure.reach && value >= atLeast && value <= atMost
}

const short = (value: number) =>
  value >= 100 ? String(Math.round(value)) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

function wish({ reach, unit }: Figure): string {
  const of = reach?.ofOurs ? ` ${unit}` : ''
  if (reach?.atLeast !== undefined) return `≥ ${reach.atLeast}${of}`
  return reach?.atMost === undefined ? '' : `≤ ${reach.atMost}${of}`
}

/** One row of the bench: how long it took, and what came of it. */
export type Measured = { name: string; seconds: number } & ({ figures: Figure[] } | { failed: string })

const figuresOf = (measured: Measured[]) =>
  measured.flatMap((row) =>
    'figures' in row ? row.figures.map((figure) => ({ row: row.name, ...figure })) : [],
  )

/** The table a person reads: what was measured today beside its reference, then what could not be measured. */
export function tableOf(measured: Measured[]): string {
  const verdicts = { true: 'yes', false: 'NO', undefined: '' }
  const figures = figuresOf(measured)
  const lines = figures.map((figure) => {
    const { row, what, ours, reference, unit, beside = '' } = figure
    const ratio = ratioOf(figure)
    return [
      row,
      what,
      `${short(ours)} ${unit}`,
      reference === undefined ? '' : `${short(reference)} ${beside}`.trimEnd(),
      ratio === undefined ? '' : short(ratio),
      wish(figure),
      verdicts[String(isReached(figure)) as keyof typeof verdicts],
    ]
  })
  const all = [['row', 'what', 'today', 'reference', 'ratio', 'to reach', 'met'], ...lines]
  const widths = all[0]?.map((_, n) => Math.max(...all.map((line) => line[n]?.length ?? 0))) ?? []
  const table = all.map((line) =>
    line
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const notes = figures.flatMap(({ what, note }) => (note ? [`${what}: ${note}`] : []))
  const failed = measured.flatMap((row) => ('failed' in row ? [`FAILED ${row.name}: ${row.failed}`] : []))
  const seconds = measured.reduce((sum, row) => sum + row.seconds, 0)
  const each = measured.map((row) => `${row.name} ${row.seconds}`).join(', ')
  const parts = [table, notes, failed, [`${seconds} s: ${each}`]].filter((part) => part.length > 0)
  return `${parts.map((part) => part.join('\n')).join('\n\n')}\n`
}

/** Writes `bench.txt` and `bench.json` into the folder. */
export async function writeTable(measured: Measured[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'bench.txt'), tableOf(measured))
  const figures = figuresOf(measured).map((figure) => ({
    ...figure,
    ratio: ratioOf(figure),
    reached: isReached(figure),
  }))
  const took = measured.map((row) => ({ ...row, figures: undefined }))
  await writeFile(join(folder, 'bench.json'), `${JSON.stringify({ rows: took, figures }, null, 2)}\n`)
}
