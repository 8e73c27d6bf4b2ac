const WORD = /[\p{L}\p{N}_]/u

/** Names after an @ in a note, as they are spelled in `names`. The longest name counts: `@sam` is not in `@samuel`. */
export function mentionedIn(note: string, names: readonly string[]): string[] {
  const text = note.toLowerCase()
  const longestFirst = [...names].sort((a, b) => b.length - a.length)
  const found = new Set<string>()
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    // A mail address names no colleague.
    if (WORD.test(text[at - 1] ?? ' ')) continue
    const name = longestFirst.find((one) => {
      const end = at + 1 + one.length
      return text.slice(at + 1, end) === one.toLowerCase() && !WORD.test(text[end] ?? ' ')
    })
    if (name !== undefined) found.add(name)
  }
  return [...found]
}

/** What is typed after the last @ before the cursor, to complete it; null if no name is being typed. */
export function typedMention(text: string, cursor: number): { start: number; typed: string } | null {
  const start = text.lastIndexOf('@', cursor - 1)
  if (start < 0 || WORD.test(text[start - 1] ?? ' ')) return null
  const typed = text.slice(start + 1, cursor)
  return typed.length > 40 || /\s/.test(typed) ? null : { start, typed }
}
