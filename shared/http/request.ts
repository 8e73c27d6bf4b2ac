import { idempotencyHeader, type Method } from './endpoint.ts'

/** A call that was answered with anything but success. The message reads `STATUS: text` (spec section 7). */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly body: string
  /** The `message` of an error body of ours, if the body is one. */
  readonly serverMessage: string | undefined
  /** The `fields` of an error body of ours: one sentence for each field that breaks a rule. */
  readonly fields: Record<string, string>
  /** Seconds to wait, when the server said so (429). */
  readonly retryAfter: number | undefined

  constructor(status: number, statusText: string, body: string, retryAfter?: number) {
    super(`${status}: ${body || statusText}`)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
    const parsed = parseErrorBody(body)
    this.serverMessage = parsed.message
    this.fields = parsed.fields
  }
}

function parseErrorBody(body: string): { message: string | undefined; fields: Record<string, string> } {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null) return { message: undefined, fields: {} }
    const message = 'message' in value && typeof value.message === 'string' ? value.message : undefined
    const fields = 'fields' in value && typeof value.fields === 'object' && value.fields ? value.fields : {}
    return { message, fields: { ...fields } as Record<string, string> }
  } catch {
    return { message: undefined, fields: {} }
  }
}

/** The server's own words for a failure, if it had any; else the fallback. */
export function serverMessageOr(error: unknown, fallback: string): string {
  return (error instanceof HttpError && error.serverMessage) || fallback
}

/** The server's message, else one of two sentences: no answer came, or one without a message. */
export const failureText = (error: unknown) =>
  serverMessageOr(
    error,
    error instanceof HttpError ? 'Something went wrong on the server.' : 'The server did not answer.',
  )

export interface RequestOptions {
  /** Sent as `Idempotency-Key`: the same key gets the first answer and does nothing twice. */
  idempotencyKey?: string
  signal?: AbortSignal
  fetch?: typeof fetch
  /** Origin to call when the page is not served by the API itself. */
  base?: string
}

/**
 * One call with cookies. JSON in when there is a body, JSON out.
 * Throws HttpError for any answer that is not OK, and what fetch throws when nobody answers.
 */
export async function request(method: Method, path: string, body?: unknown, options: RequestOptions = {}) {
  // The desktop app forwards only requests with this header, because documents and script tags cannot send it.
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.idempotencyKey) headers[idempotencyHeader.toLowerCase()] = options.idempotencyKey
  const send = options.fetch ?? fetch
  const response = await send(`${options.base ?? ''}${path}`, {
    method,
    headers,
    credentials: 'include',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  })
  if (!response.ok) {
    const seconds = Number(response.headers.get('retry-after'))
    const text = await response.text()
    throw new HttpError(response.status, response.statusText, text, seconds > 0 ? seconds : undefined)
  }
  const text = await response.text()
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}
