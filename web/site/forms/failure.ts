import { HttpError, messageOf } from '@salonback/shared/http/request.ts'
import { toast } from './toasts.ts'

/**
 * Tells of a failed call: a notification in the server's words, or in ours where it had none.
 * Returns the server's sentences for single fields, to be shown under them.
 */
export function showFailure(error: unknown, fallback: string): Record<string, string> {
  toast('Error', messageOf(error, fallback), true)
  return error instanceof HttpError ? error.fields : {}
}

/** The `message` of a successful answer. */
export function messageIn(answer: unknown): string {
  const has = typeof answer === 'object' && answer !== null && 'message' in answer
  return has && typeof answer.message === 'string' ? answer.message : ''
}
