/** The policy of every server answer: should one be shown as a page, it can run, load and frame nothing. */
const answerPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

const json = 'application/json'
const eventStream = 'text/event-stream'

const ownHeaders = {
  'content-security-policy': answerPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** What the console reads. Any other type is handed on as bytes that nothing shows or runs. */
const types: Record<string, string> = {
  [json]: 'application/json; charset=utf-8',
  [eventStream]: 'text/event-stream; charset=utf-8',
  'text/plain': 'text/plain; charset=utf-8',
  'text/csv': 'text/csv; charset=utf-8',
}

/** The headers the client reads, each with the form it may have: a list's ETag, seconds to wait. */
const passedOn = [
  ['etag', /^(?:W\/)?"[\x21\x23-\x7e]{0,100}"$/],
  ['retry-after', /^\d{1,9}$/],
] as const

/** The headers the page gets: ours, the type, and those of the list above. */
export function answerHeaders(lines: readonly [string, string][]): Headers {
  const headers = new Headers(ownHeaders)
  const said = (wanted: string) => lines.find(([name]) => name === wanted)?.[1]
  const type = (said('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  headers.set('content-type', types[type] ?? 'application/octet-stream')
  for (const [name, shape] of passedOn) {
    const value = said(name)
    if (value !== undefined && shape.test(value)) headers.set(name, value)
  }
  return headers
}

/** Printable ASCII or nothing: the server's reason phrase may hold any bytes, and the page shows it. */
export const statusWords = (text: string) => (/^[\x20-\x7e]{0,100}$/.test(text) ? text : '')

/** What a document, script, style, image or worker asked for below /api/ gets. */
export const refusal = () =>
  new Response('Only calls of the console are answered here.\n', {
    status: 403,
    headers: { ...ownHeaders, 'content-type': 'text/plain; charset=utf-8' },
  })

/**
 * Whether the request comes from the page's own code: its Accept header is JSON or an event stream alone. Documents,
 * frames, scripts, styles, images and workers send neither, and the page cannot make them.
 */
export function isCall(headers: Headers): boolean {
  const accept = headers.get('accept')
  const destination = headers.get('sec-fetch-dest')
  return (accept === json || accept === eventStream) && (destination === null || destination === 'empty')
}

/** Bytes of one answer, and of one event of a stream that goes on for ever; more would fill the page's memory. */
export const bounds = { answer: 256 * 1024 * 1024, event: 1024 * 1024 }

/** The body up to its limit; beyond it the stream fails and the call is aborted. */
export function bounded(body: ReadableStream<Uint8Array>, asked: Headers, limits = bounds) {
  const events = asked.get('accept') === eventStream
  const count = events ? longestEvent() : inAll()
  const limit = events ? limits.event : limits.answer
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      if (count(value) <= limit) return controller.enqueue(value)
      await reader.cancel()
      controller.error(new Error('The answer is too large'))
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

function inAll() {
  let seen = 0
  return (piece: Uint8Array) => {
    seen += piece.length
    return seen
  }
}

const lf = 10
const cr = 13

/** Bytes of the longest event so far; a blank line ends one. */
function longestEvent() {
  let length = 0
  let longest = 0
  let lineEmpty = true
  return (piece: Uint8Array) => {
    for (const byte of piece) {
      length += 1
      longest = Math.max(longest, length)
      if (byte === lf) {
        if (lineEmpty) length = 0
        lineEmpty = true
      } else if (byte !== cr) lineEmpty = false
    }
    return longest
  }
}

const smallBytes = 64 * 1024

/** A whole body as text, for the few answers that are small. Throws when one is not. */
export async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(pieces).toString()
    pieces.push(value)
    size += value.length
    if (size <= smallBytes) continue
    await reader.cancel()
    throw new Error('The answer is too large')
  }
}
