/** One check: what was found, and what to do about it. `note` is worth knowing, and nothing has to be done. */
export interface CheckResult {
  state: 'ok' | 'note' | 'mend'
  /** What was looked at. */
  of: string
  says: string
  /** The way out, for whoever is no engineer. */
  todo?: string
}

export const ok = (of: string, says: string): CheckResult => ({ state: 'ok', of, says })
export const note = (of: string, says: string, todo?: string): CheckResult => ({
  state: 'note',
  of,
  says,
  ...(todo && { todo }),
})
export const mend = (of: string, says: string, todo: string): CheckResult => ({
  state: 'mend',
  of,
  says,
  todo,
})

/** As it is formatResult: `mend  Public address: … → …`. */
export const formatResult = ({ state, of, says, todo }: CheckResult) =>
  `${state.padEnd(5)} ${of}: ${says}${todo ? ` → ${todo}` : ''}`

/** The words of whatever went wrong, short and in one line. */
export function shortMessage(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const words =
    cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : String(cause)
  return (words.split('\n')[0] ?? '').slice(0, 200) || 'no reason was given'
}
