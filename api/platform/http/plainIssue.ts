import type { z } from '@hono/zod-openapi'
import { plural } from '@salonback/shared/formats.ts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/**
 * The message for a refused value of a field without one in its contract. People read these below their fields, so
 * they must not be the sentences of the validator.
 */
export function plainIssue(issue: Issue): string {
  if (issue.code === 'too_big') return tooBig(issue)
  if (issue.code === 'too_small') return tooSmall(issue)
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'Please enter a valid email address'
  return issue.input === undefined || issue.input === '' ? 'Please fill this in' : 'Please check this'
}

function tooBig({ origin, maximum }: Extract<Issue, { code: 'too_big' }>): string {
  if (origin === 'string') return `At most ${plural(Number(maximum), 'character')}`
  return `At most ${maximum}`
}

function tooSmall({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin !== 'string') return `At least ${minimum}`
  return minimum === 1 ? 'Please fill this in' : `At least ${plural(Number(minimum), 'character')}`
}
