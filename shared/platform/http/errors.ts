import { z } from 'zod'

/** Error body of every call. */
export const ErrorBody = z
  .object({
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'ErrorBody' })

/** Error codes of calls and their HTTP status. */
export const statusOf = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  wrong_type: 415,
  misdirected: 421,
  invalid: 422,
  too_many: 429,
  carrier: 502,
  unavailable: 503,
  internal: 500,
} as const

export type ErrorCode = keyof typeof statusOf
