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

/** The table a person reads. */
export function tableOf(figures: Figure[]): string {
  const verdicts = { true: 'yes', false: 'NO', undefined: '' }
  const lines = figures.map((figure) => {
    const { what, ours, reference, unit, beside = '' } = figure
    const ratio = ratioOf(figure)
    return [
      what,
      `${short(ours)} ${unit}`,
      reference === undefined ? '' : `${short(reference)} ${beside}`,
      ratio === undefined ? '' : short(ratio),
      wish(figure),
      verdicts[String(isReached(figure)) as keyof typeof verdicts],
    ]
  })
  const all = [['what', 'ours', 'beside', 'ratio', 'reach', 'met'], ...lines]
  const widths = all[0]?.map((_, n) => Math.max(...all.map((line) => line[n]?.length ?? 0))) ?? []
  const rows = all.map((line) =>
    line
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const notes = figures.flatMap(({ what, note }) => (note ? [`${what}: ${note}`] : []))
  return `${[...rows, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n')}\n`
}

/** Writes `bench.txt` and `bench.json` into the folder. */
export async function writeTable(figures: Figure[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'bench.txt'), tableOf(figures))
  const rows = figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), reached: isReached(figure) }))
  await writeFile(join(folder, 'bench.json'), `${JSON.stringify(rows, null, 2)}\n`)
}
