import { Agent, type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

export interface Answer {
  /** 599 when nothing was answered. */
  status: number
  text: string
}

interface Sent {
  method: string
  headers: Record<string, string>
  body?: string | Uint8Array | AsyncIterable<Uint8Array>
  /** Ends it, answered or not. */
  signal?: AbortSignal
}

/**
 * One request over kept connections; never throws. Half the CPU of fetch, which would be most of the cost of a body.
 * A kept connection may have been closed by the server just now: then it is sent anew over one of its own.
 */
export async function send(url: string, agent: Agent, sent: Sent): Promise<Answer> {
  const answer = await once(url, agent, sent)
  return answer === 'closed' ? ((await once(url, new Agent(), sent)) as Answer) : answer
}

function once(
  url: string,
  agent: Agent,
  { method, headers, body, signal }: Sent,
): Promise<Answer | 'closed'> {
  return new Promise((resolve) => {
    const whole = body === undefined || typeof body === 'string' || body instanceof Uint8Array
    const length = whole ? { 'content-length': String(Buffer.byteLength(body ?? '')) } : {}
    const given = { 'accept-encoding': 'identity', ...headers, ...length }
    const call = request(url, { agent, method, headers: given, ...(signal && { signal }) })
    const lost = (error: Error) => resolve({ status: 599, text: error.message })
    call.once('error', (error) =>
      whole && call.reusedSocket && !signal?.aborted ? resolve('closed') : lost(error),
    )
    call.once('response', (answer) => {
      read(answer).then((text) => resolve({ status: answer.statusCode ?? 599, text }), lost)
    })
    if (whole) call.end(body)
    // The server may answer before the end, and then reads past the rest.
    else void pipeline(body, call).catch(() => undefined)
  })
}

async function read(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  const bytes = Buffer.concat(pieces)
  return (decoders[answer.headers['content-encoding'] ?? '']?.(bytes) ?? bytes).toString()
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}
