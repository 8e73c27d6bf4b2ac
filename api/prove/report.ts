import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Row, Scale } from './suite.ts'

export interface Report {
  seed: number
  scale: Scale
  startedAt: string
  seconds: number
  suites: { name: string; seconds: number; rows: Row[] }[]
}

const all = (report: Report) =>
  report.suites.flatMap(({ name, rows }) => rows.map((row) => ({ name, ...row })))

export const wrongOf = (report: Report) => all(report).reduce((sum, row) => sum + row.wrong, 0)

/** The table a person reads: one line per row, the notes of wrong rows under it. */
export function tableOf(report: Report): string {
  const rows = all(report)
  const wide = Math.max(4, ...rows.map(({ what }) => what.length))
  const line = (suite: string, what: string, tried: string, wrong: string) =>
    `${suite.padEnd(7)} ${what.padEnd(wide)} ${tried.padStart(8)} ${wrong.padStart(6)}`
  const notes = rows.filter(({ note }) => note !== undefined)
  return [
    line('suite', 'what', 'tried', 'wrong'),
    ...rows.map(({ name, what, tried, wrong }) => line(name, what, String(tried), String(wrong))),
    ...(notes.length > 0 ? [''] : []),
    ...notes.map(({ name, what, note }) => `${name}, ${what}: ${note}`),
    '',
    `${report.scale} form, seed ${report.seed}, ${report.seconds} s: ${rows.length} rows, ${wrongOf(report)} wrong`,
    '',
  ].join('\n')
}

/** Writes `report.txt` and `report.json` into the folder. */
export async function writeReport(report: Report, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'report.txt'), tableOf(report))
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
}
