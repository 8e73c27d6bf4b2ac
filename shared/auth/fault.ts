import { HttpError, messageOf } from '../http/request.ts'

/** What is wrong with this field, or with the call, in one sentence for under the field. */
export function faultOf(error: unknown, field: string): string | null {
  if (!error) return null
  if (error instanceof HttpError && error.fields[field]) return error.fields[field]
  return messageOf(error, 'The server did not answer.')
}
