import { listOf } from './salons.ts'
import { xlsxFile } from './xlsxFile.ts'

const ROWS = 50_000

const twoDigits = (n: number) => `${n}`.padStart(2, '0')

/** Fields of a row: every tenth repeats the number of the row before, and every hundredth has none. */
function cellsOf(n: number): string[] {
  const number = n % 10 === 9 ? n - 1 : n
  const phone = n % 100 === 50 ? '4.47701E+11' : `07${`${400_000_000 + number}`}`
  const visited = `${twoDigits((n % 28) + 1)}/${twoDigits((n % 12) + 1)}/2025`
  return [`Name${n}`, phone, visited, n % 7 === 0 ? 'No' : 'Yes']
}

const rows = Array.from({ length: ROWS }, (_, n) => cellsOf(n))

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const header = ['First Name', 'Mobile Number', 'Last Appointment', 'Marketing Consent']

/** A list of 50,000 rows in both kinds of file. */
export const largeLists: Record<'csv' | 'xlsx', () => Buffer> = {
  csv: () => Buffer.from(listOf(rows.map((cells) => cells.join(',')))),
  xlsx: () => xlsxFile([header, ...rows].map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')),
}
