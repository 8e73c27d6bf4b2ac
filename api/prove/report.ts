import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Row } from './suite.ts'

export interface Report {
  seed: number
  startedAt: string
  seconds: number
  suites: { name: string; seconds: number; rows: Row[] }[]
}

const rowsOf = (report: Report) =>
  report.suites.flatMap(({ name, rows }) => rows.map((row) => ({ name, ...row })))

export const totalWrong = (report: Report) => rowsOf(report).reduce((sum, row) => sum + row.wrong, 0)

/** One line per row, then the notes. */
export function formatReport(report: Report): string {
  const rows = rowsOf(report)
  const widthOf = (texts: string[]) => Math.max(5, ...texts.map((text) => text.length))
  const suiteWidth = widthOf(rows.map(({ name }) => name))
  const titleWidth = widthOf(rows.map(({ what }) => what))
  const line = (suite: string, what: string, tried: string, wrong: string) =>
    `${suite.padEnd(suiteWidth)} ${what.padEnd(titleWidth)} ${tried.padStart(8)} ${wrong.padStart(6)}`
  const notes = rows.filter(({ note }) => note !== undefined)
  return [
    line('suite', 'what', 'tried', 'wrong'),
    ...rows.map(({ name, what, tried, wrong }) => line(name, what, String(tried), String(wrong))),
    ...(notes.length > 0 ? [''] : []),
    ...notes.map(({ name, what, note }) => `${name}, ${what}: ${note}`),
    '',
    `Seed ${report.seed}, ${report.seconds} s: ${rows.length} rows, ${totalWrong(report)} wrong`,
    '',
  ].join('\n')
}

/** Writes `report.txt` and `report.json` into the folder. */
export async function writeReport(report: Report, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'report.txt'), formatReport(report))
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
}
