/** The first `size` of `size + 1` rows, with the cursor after them; null on the last page. */
export function toPage<Row>(rows: readonly Row[], size: number, cursorOf: (last: Row) => string) {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, nextCursor: last !== undefined && rows.length > size ? cursorOf(last) : null }
}
