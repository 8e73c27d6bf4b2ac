import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { AppError } from './errors.ts'

/** An upload that receives less than `MIN_BYTES` in this time has stalled; it must not keep one of the few slots. */
const IDLE_MS = 30_000
const MIN_BYTES = 4096
// Boundaries, part headers and small fields beside the file.
const ENVELOPE_BYTES = 64 * 1024

interface UploadedFile {
  /** Name of the file field. */
  field: string
  maxBytes: number
  idleMs?: number
  /** Kind of file, for the message if it is missing; JSON by default. */
  kind?: string
  /** Receives the name of the file. */
  onName?: (name: string) => void
  /** Aborted when the server must end the upload. */
  signal?: AbortSignal
}

/**
 * Streams the file of a multipart upload with backpressure. Throws AppError: `wrong_type` if the body is not a multipart
 * form, `malformed` if it lacks the file, is cut off or stalls, `too_large` over the limit. The server reads and discards
 * the rest of the body.
 */
export async function* uploadedFile(request: Request, expected: UploadedFile): AsyncGenerator<Uint8Array> {
  const { field, maxBytes, onName } = expected
  if (Number(request.headers.get('content-length')) > maxBytes + ENVELOPE_BYTES) throw tooLarge(maxBytes)
  const form = parserFor(request, maxBytes)
  const file = findFile(form, field, onName)
  let failure: unknown
  const body = bodyChunks(request.body as ReadableStream<Uint8Array>, expected, (error) => {
    failure = error
  })
  const received = pipeline(body, form)
  received.catch(() => undefined)
  try {
    const stream = await Promise.race([file, received.then(() => missing(expected))])
    // Without this the reader of the file would wait forever after a failure.
    received.catch((error: Error) => stream.destroy(error))
    for await (const chunk of stream) yield chunk as Uint8Array
    if (stream.truncated) throw tooLarge(maxBytes)
    await received
  } catch (error) {
    // The parser reports an early end before the error that caused it.
    const cause = failure ?? error
    throw cause instanceof AppError ? cause : interrupted()
  } finally {
    form.destroy()
  }
}

const tooLarge = (maxBytes: number) =>
  new AppError('too_large', `The file is larger than ${Math.floor(maxBytes / 1_048_576)} MB`)

const interrupted = () => new AppError('malformed', 'The upload ended too early')

/** The chunks of the body. Throws AppError if it stalls anywhere in the form, or is too large. */
async function* bodyChunks(
  body: ReadableStream<Uint8Array>,
  { maxBytes, idleMs = IDLE_MS, signal }: UploadedFile,
  onFailure: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let fail: (error: Error) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)
  const onAbort = () =>
    fail(new AppError('unavailable', 'The upload was interrupted. Please send the file again.'))
  signal?.addEventListener('abort', onAbort, { once: true })
  let [bytes, idle, recentBytes] = [0, 0, 0]
  try {
    for (;;) {
      const startedAt = performance.now()
      const timer = setTimeout(() => fail(stalled()), idleMs - idle)
      const next = await Promise.race([reader.read(), failed]).finally(() => clearTimeout(timer))
      if (next.done) return
      bytes += next.value.length
      recentBytes += next.value.length
      // Counts only time spent waiting for the client. Receiving less than MIN_BYTES does not reset it.
      idle = recentBytes < MIN_BYTES ? idle + performance.now() - startedAt : 0
      if (idle === 0) recentBytes = 0
      if (bytes > maxBytes + ENVELOPE_BYTES) throw tooLarge(maxBytes)
      yield next.value
    }
  } catch (error) {
    onFailure(error)
    throw error
  } finally {
    signal?.removeEventListener('abort', onAbort)
    // Canceling would close the connection before the response is sent.
    reader.releaseLock()
  }
}

const stalled = () => new AppError('malformed', 'The upload stalled')

function parserFor(request: Request, maxBytes: number): busboy.Busboy {
  const type = request.headers.get('content-type') ?? ''
  const wrong = () => new AppError('wrong_type', 'Please send the file as multipart/form-data')
  if (!/^multipart\/form-data\b/i.test(type) || !request.body) throw wrong()
  const limits = { fileSize: maxBytes, fieldSize: 1024, fieldNameSize: 100, parts: 20, headerPairs: 20 }
  try {
    return busboy({ headers: { 'content-type': type }, limits })
  } catch {
    throw wrong()
  }
}

type FileStream = Readable & { truncated?: boolean }

/** The first file in this field. Other files are discarded. */
function findFile(form: busboy.Busboy, field: string, onName?: (name: string) => void): Promise<FileStream> {
  return new Promise((resolve) => {
    let wasFound = false
    form.on('file', (name, file, { filename }) => {
      // The reader of the file still gets the error; a discarded file must not raise an unhandled one.
      file.on('error', () => undefined)
      if (name !== field || wasFound) return void file.resume()
      wasFound = true
      onName?.(filename ?? '')
      resolve(file)
    })
    form.on('partsLimit', () => form.destroy(new AppError('malformed', 'The form has more than 20 parts')))
  })
}

function missing({ field, kind = 'JSON' }: UploadedFile): never {
  throw new AppError('malformed', `Please choose a ${kind} file (form field ${field})`)
}
