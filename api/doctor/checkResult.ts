/** Result of one check. `note`: worth knowing, nothing to do. */
export interface CheckResult {
  state: 'ok' | 'note' | 'fix'
  /** Subject of the check. */
  subject: string
  message: string
  /** What to do about it. */
  instruction?: string
}

export const ok = (subject: string, message: string): CheckResult => ({ state: 'ok', subject, message })
export const note = (subject: string, message: string, instruction?: string): CheckResult => ({
  state: 'note',
  subject,
  message,
  ...(instruction && { instruction }),
})
export const problem = (subject: string, message: string, instruction: string): CheckResult => ({
  state: 'fix',
  subject,
  message,
  instruction,
})

/** One line: `fix   Public address: … → …`. */
export const formatResult = ({ state, subject, message, instruction }: CheckResult) =>
  `${state.padEnd(5)} ${subject}: ${message}${instruction ? ` → ${instruction}` : ''}`

/** Short one-line message of an error. */
export function shortMessage(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const words =
    cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : String(cause)
  return (words.split('\n')[0] ?? '').slice(0, 200) || 'no reason was given'
}

/** HTTP status of an error of the carrier's SDK. */
export const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
