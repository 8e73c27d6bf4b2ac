/** Even if a server response were shown as a page, this policy keeps it from running, loading or framing anything. */
const responsePolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

const json = 'application/json'
const eventStream = 'text/event-stream'

const fixedHeaders = {
  'content-security-policy': responsePolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** The types the console reads. Any other type becomes application/octet-stream. */
const types: Record<string, string> = {
  [json]: 'application/json; charset=utf-8',
  [eventStream]: 'text/event-stream; charset=utf-8',
  'text/plain': 'text/plain; charset=utf-8',
  'text/csv': 'text/csv; charset=utf-8',
}

/** Server headers that reach the page, each with its allowed format. */
const allowedHeaders = [
  ['etag', /^(?:W\/)?"[\x21\x23-\x7e]{0,100}"$/],
  ['retry-after', /^\d{1,9}$/],
] as const

/** The response headers the page gets: ours, the type, and the allowed ones of the server. */
export function responseHeaders(lines: readonly [string, string][]): Headers {
  const headers = new Headers(fixedHeaders)
  const sent = (wanted: string) => lines.find(([name]) => name === wanted)?.[1]
  const type = (sent('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  headers.set('content-type', types[type] ?? 'application/octet-stream')
  for (const [name, format] of allowedHeaders) {
    const value = sent(name)
    if (value !== undefined && format.test(value)) headers.set(name, value)
  }
  return headers
}

/** The reason phrase if it is printable ASCII: the server may put any bytes there, and the page shows it. */
export const safeStatusText = (text: string) => (/^[\x20-\x7e]{0,100}$/.test(text) ? text : '')

/** The reply to a document, script, style, image or worker requested below /api/. */
export const forbidden = () =>
  new Response('Only calls of the console are answered here.\n', {
    status: 403,
    headers: { ...fixedHeaders, 'content-type': 'text/plain; charset=utf-8' },
  })

/**
 * Whether a request comes from the page's own code: its Accept header is exactly JSON or an event stream. Browsers do
 * not send either for documents, frames, scripts, styles, images and workers.
 */
export function isApiCall(headers: Headers): boolean {
  const accept = headers.get('accept')
  const destination = headers.get('sec-fetch-dest')
  return (accept === json || accept === eventStream) && (destination === null || destination === 'empty')
}

/** Bytes of one response, and of one event in an event stream. A larger one could fill the page's memory. */
const defaultLimits = { response: 256 * 1024 * 1024, event: 1024 * 1024 }

/** The body up to its limit. Beyond it the stream fails and the call is aborted. */
export function limitBody(body: ReadableStream<Uint8Array>, requestHeaders: Headers, limits = defaultLimits) {
  const isEvents = requestHeaders.get('accept') === eventStream
  const measure = isEvents ? longestEvent() : totalBytes()
  const limit = isEvents ? limits.event : limits.response
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      if (measure(value) <= limit) return controller.enqueue(value)
      await reader.cancel()
      controller.error(new Error('The response is too large'))
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

function totalBytes() {
  let total = 0
  return (chunk: Uint8Array) => {
    total += chunk.length
    return total
  }
}

const lf = 10
const cr = 13

/** Bytes of the longest event so far. A blank line ends an event. */
function longestEvent() {
  let length = 0
  let longest = 0
  let lineEmpty = true
  return (chunk: Uint8Array) => {
    for (const byte of chunk) {
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

const maxTextBytes = 64 * 1024

/** Reads a whole body of at most 64 KB as text; throws on a larger one. */
export async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks).toString()
    chunks.push(value)
    size += value.length
    if (size <= maxTextBytes) continue
    await reader.cancel()
    throw new Error('The response is too large')
  }
}
