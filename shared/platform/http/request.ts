import { idempotencyHeader, type Method, undoKeyHeader } from './endpoint.ts'

/** An error response. The message reads `STATUS: text`. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly body: string
  /** `message` of the body, if it is an ErrorBody. */
  readonly serverMessage: string | undefined
  /** `fields` of the body: one sentence per invalid field. */
  readonly fields: Record<string, string>
  /** `Retry-After` in seconds (429). */
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

/** The server's message for an error, or the fallback. */
export function serverMessageOr(error: unknown, fallback: string): string {
  return (error instanceof HttpError && error.serverMessage) || fallback
}

/** The server's message, or a sentence for an error without one. */
export const failureText = (error: unknown) =>
  serverMessageOr(
    error,
    error instanceof HttpError ? 'Something went wrong on the server.' : 'The server did not answer.',
  )

export interface RequestOptions {
  /** Sent as `Idempotency-Key`: a repeated key returns the first response and does nothing. */
  idempotencyKey?: string
  /** Sent as `Undo-Key`: by this UUID the change can be undone for ten seconds. */
  undoKey?: string
  signal?: AbortSignal
  fetch?: typeof fetch
  /** Origin of the API when it does not serve the page. */
  base?: string
}

/** Sends one JSON call with cookies. Throws HttpError for an error response, and fetch's error without a response. */
export async function request(method: Method, path: string, body?: unknown, options: RequestOptions = {}) {
  // The desktop app forwards only requests with this header, which documents and script tags cannot send.
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.idempotencyKey) headers[idempotencyHeader.toLowerCase()] = options.idempotencyKey
  if (options.undoKey) headers[undoKeyHeader.toLowerCase()] = options.undoKey
  const send = options.fetch ?? fetch
  const response = await send(`${options.base ?? ''}${path}`, {
    method,
    headers,
    credentials: 'include',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  })
  return answerOf(response)
}

/** The JSON of a response, or undefined if it is empty. Throws HttpError for an error response. */
async function answerOf(response: Response): Promise<unknown> {
  if (!response.ok) {
    const seconds = Number(response.headers.get('retry-after'))
    const text = await response.text()
    throw new HttpError(response.status, response.statusText, text, seconds > 0 ? seconds : undefined)
  }
  const text = await response.text()
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}

/**
 * Sends a multipart form with cookies. The body is packed first: the desktop app forwards bytes, but no form that refers
 * to a file on disk. Throws the same errors as `request`.
 */
export async function sendForm(path: string, form: FormData): Promise<unknown> {
  const packed = new Response(form)
  const headers = { accept: 'application/json', 'content-type': packed.headers.get('content-type') ?? '' }
  const body = await packed.arrayBuffer()
  return answerOf(await fetch(path, { method: 'POST', headers, credentials: 'include', body }))
}
