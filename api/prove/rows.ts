import type { Row } from './suite.ts'

/**
 * Checks each case and returns one row; `problemOf` returns null for a correct case. The note counts problems by group and
 * shows the first.
 */
export function countWrong<T>(
  what: string,
  cases: readonly T[],
  problemOf: (one: T) => string | null,
  groupOf?: (one: T) => string,
): Row {
  const wrong = cases.flatMap((one) => {
    const problem = problemOf(one)
    return problem === null ? [] : [{ problem, group: groupOf?.(one) ?? 'all' }]
  })
  if (wrong.length === 0) return { what, tried: cases.length, wrong: 0 }
  const groups = [...groupBy(wrong, ({ group }) => group)].map(([group, ones]) => `${group} ${ones.length}`)
  return {
    what,
    tried: cases.length,
    wrong: wrong.length,
    note: `${groups.join(', ')}; e.g. ${wrong[0]?.problem}`,
  }
}

export function groupBy<T, K>(list: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** Merges rows with the same title: adds their counts and keeps the first note. */
export function sumRows(parts: readonly Row[][]): Row[] {
  const sums = new Map<string, Row>()
  for (const row of parts.flat()) {
    const sum = sums.get(row.what)
    const note = sum?.note ?? row.note
    sums.set(row.what, {
      what: row.what,
      tried: (sum?.tried ?? 0) + row.tried,
      wrong: (sum?.wrong ?? 0) + row.wrong,
      ...(note !== undefined && { note }),
    })
  }
  return [...sums.values()]
}
