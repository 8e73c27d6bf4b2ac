/** One check: what was found, and what to do about it. `note` is worth knowing, and nothing has to be done. */
export interface Line {
  state: 'ok' | 'note' | 'mend'
  /** What was looked at. */
  of: string
  says: string
  /** The way out, for whoever is no engineer. */
  todo?: string
}

export const ok = (of: string, says: string): Line => ({ state: 'ok', of, says })
export const note = (of: string, says: string, todo?: string): Line => ({
  state: 'note',
  of,
  says,
  ...(todo && { todo }),
})
export const mend = (of: string, says: string, todo: string): Line => ({ state: 'mend', of, says, todo })

/** As it is printed: `mend  Public address: … → …`. */
export const printed = ({ state, of, says, todo }: Line) =>
  `${state.padEnd(5)} ${of}: ${says}${todo ? ` → ${todo}` : ''}`

/** The words of whatever went wrong, short and in one line. */
export function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const words =
    cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : String(cause)
  return (words.split('\n')[0] ?? '').slice(0, 200) || 'no reason was given'
}
