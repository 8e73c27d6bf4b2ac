import { HttpError, serverMessageOr } from '@salonback/shared/platform/http/request.ts'
import { toast } from './toasts.ts'

/** Shows a failed call as a toast with the server message or `fallback`. Returns the errors per field. */
export function showFailure(error: unknown, fallback: string): Record<string, string> {
  toast('Error', serverMessageOr(error, fallback), true)
  return error instanceof HttpError ? error.fields : {}
}

/** `message` of a successful reply. */
export function messageIn(answer: unknown): string {
  const has = typeof answer === 'object' && answer !== null && 'message' in answer
  return has && typeof answer.message === 'string' ? answer.message : ''
}
