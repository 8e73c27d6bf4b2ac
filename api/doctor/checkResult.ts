/** Result of one check. `note`: worth knowing, nothing to do. */
export interface CheckResult {
  state: 'ok' | 'note' | 'mend'
  /** Subject of the check. */
  of: string
  says: string
  /** Instructions in plain words. */
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

/** One line: `mend  Public address: … → …`. */
export const formatResult = ({ state, of, says, todo }: CheckResult) =>
  `${state.padEnd(5)} ${of}: ${says}${todo ? ` → ${todo}` : ''}`

/** Short one-line message of an error. */
export function shortMessage(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const words =
    cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : String(cause)
  return (words.split('\n')[0] ?? '').slice(0, 200) || 'no reason was given'
}
