/** The separator that gives the most rows the same number of columns. */
export function findDelimiter(sample: string): string {
  const scored = [',', ';', '\t'].map((delimiter) => ({ delimiter, score: scoreOf(sample, delimiter) }))
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

const SAMPLE_ROWS = 50

function scoreOf(sample: string, delimiter: string): number {
  const counts = columnCounts(sample, delimiter).filter((count) => count > 1)
  const rowsWith = (count: number) => counts.filter((other) => other === count).length
  return Math.max(0, ...counts.map((count) => rowsWith(count) * 1000 + count))
}

/** Columns of the first rows, if they are separated by `delimiter`. */
function columnCounts(sample: string, delimiter: string): number[] {
  const counts: number[] = []
  let columns = 1
  let isQuoted = false
  let isStart = true
  for (const character of sample) {
    if (character === '"' && (isStart || isQuoted)) isQuoted = !isQuoted
    isStart = !isQuoted && (character === delimiter || character === '\n')
    if (isQuoted) continue
    if (character === delimiter) columns++
    if (character !== '\n') continue
    if (counts.push(columns) === SAMPLE_ROWS) return counts
    columns = 1
  }
  return [...counts, columns]
}
