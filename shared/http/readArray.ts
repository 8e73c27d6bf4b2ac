/** Between two entries; inside a text JSON has no line break. */
const BETWEEN = ',\n'

/**
 * Characters parsed at once, 1 ms of work. V8 puts what it makes of 100 KB and more among what lasts; of shorter texts it
 * would be copied twice by the collector of what does not.
 */
const PIECE = 262_144

/**
 * Reads a JSON array piece by piece while it comes, so that little is left to parse at its end, and its text is never
 * whole in memory. It is cut between entries that stand on lines of their own; one without them is parsed at its end.
 */
export async function readArray<T>(
  body: ReadableStream<Uint8Array>,
  onPiece: (entries: readonly T[]) => void = () => {},
): Promise<T[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const all: T[] = []
  let rest = ''
  const take = (json: string) => {
    // The first piece brings the array's own bracket.
    const entries = JSON.parse(all.length > 0 ? `[${json}` : json) as T[]
    for (const entry of entries) all.push(entry)
    onPiece(entries)
  }
  for (;;) {
    const { value, done } = await reader.read()
    rest += decoder.decode(value, { stream: !done })
    if (done) break
    const end = rest.length < PIECE ? -1 : rest.lastIndexOf(BETWEEN)
    if (end < 0) continue
    take(`${rest.slice(0, end)}]`)
    rest = rest.slice(end + BETWEEN.length)
  }
  take(rest)
  return all
}
