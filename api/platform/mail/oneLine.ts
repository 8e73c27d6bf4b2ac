/** Longest subject, in letters; mail programs show about 70. */
const MAX_LETTERS = 200
/** Invisible marks that change the direction of what follows. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g

/** Makes a subject one line: line breaks and control characters become spaces, so that a name cannot add a header. */
export function oneLine(text: string): string {
  const line = text
    .replace(DIRECTION, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const letters = [...line]
  return letters.length <= MAX_LETTERS
    ? line
    : `${letters
        .slice(0, MAX_LETTERS - 1)
        .join('')
        .trimEnd()}…`
}
