import type { CsvRow, CsvTable } from './csvTable.ts'

/** The name of a client as different exports have it: `Mary  SMITH ` is `mary smith`. Empty without one. */
export function nameOf(row: CsvRow): string {
  const [whole] = row.cells('name')
  const name = whole ?? [row.cells('firstName')[0], row.cells('lastName')[0]].filter(Boolean).join(' ')
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** The numbers of each name in lists of clients. */
export function findNumbers(
  lists: readonly CsvTable[],
  readPhone: (cells: string[]) => { phone: string } | { reason: string },
): Map<string, string[]> {
  const numbers = new Map<string, string[]>()
  for (const row of lists.flatMap(({ rows }) => rows)) {
    const name = nameOf(row)
    const read = readPhone(row.cells('phone'))
    if (name === '' || 'reason' in read) continue
    numbers.set(name, [...new Set([...(numbers.get(name) ?? []), read.phone])])
  }
  return numbers
}
