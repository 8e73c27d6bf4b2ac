import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { AppError } from '../http/errors.ts'

/** A client that brings less than `LEAST_BYTES` in this time stands still; it must not keep one of the few slots. */
const IDLE_MS = 30_000
const MIN_BYTES = 4096
// Boundaries, part headers and small fields around the file itself.
const ENVELOPE_BYTES = 64 * 1024

interface Expected {
  /** Name of the file field. */
  field: string
  maxBytes: number
  idleMs?: number
  /** Aborted when the upload must end because of us. */
  signal?: AbortSignal
}

/**
 * The one file of a multipart upload, piece by piece as it arrives; asking for no more pieces stops the sender.
 * Throws AppError: wrong_type when this is no multipart form, malformed when it has no such file or breaks off or
 * stands still, too_large past the limit. What is left of the body then is the server's to read past.
 */
export async function* uploadedFile(request: Request, expected: Expected): AsyncGenerator<Uint8Array> {
  const { field, maxBytes } = expected
  if (Number(request.headers.get('content-length')) > maxBytes + ENVELOPE_BYTES) throw tooLarge(maxBytes)
  const form = parserFor(request, maxBytes)
  const file = fileNamed(form, field)
  let failure: unknown
  const body = arriving(request.body as ReadableStream<Uint8Array>, expected, (error) => {
    failure = error
  })
  const received = pipeline(body, form)
  received.catch(() => undefined)
  try {
    const stream = await Promise.race([file, received.then(() => missing(field))])
    // An upload that fails must not leave the file's reader waiting for more of it.
    received.catch((error: Error) => stream.destroy(error))
    for await (const piece of stream) yield piece as Uint8Array
    if (stream.truncated) throw tooLarge(maxBytes)
    await received
  } catch (error) {
    // The parser reports an early end before the error that caused it.
    const cause = failure ?? error
    throw cause instanceof AppError ? cause : brokenOff()
  } finally {
    form.destroy()
  }
}

const tooLarge = (maxBytes: number) =>
  new AppError('too_large', `The file is larger than ${Math.floor(maxBytes / 1_048_576)} MB`)

const brokenOff = () => new AppError('malformed', 'The upload broke off before its end')

/** The body as it comes. Throws AppError when it stands still, whatever part of the form it is in, or is too large. */
async function* arriving(
  body: ReadableStream<Uint8Array>,
  { maxBytes, idleMs = IDLE_MS, signal }: Expected,
  onFailure: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let fail: (error: Error) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)
  const lost = () =>
    fail(new AppError('unavailable', 'The upload was interrupted. Please send the file again.'))
  signal?.addEventListener('abort', lost, { once: true })
  let [bytes, waited, fresh] = [0, 0, 0]
  try {
    for (;;) {
      const began = performance.now()
      const timer = setTimeout(() => fail(stoodStill()), idleMs - waited)
      const next = await Promise.race([reader.read(), failed]).finally(() => clearTimeout(timer))
      if (next.done) return
      bytes += next.value.length
      fresh += next.value.length
      // Only time spent waiting for the client counts, and a trickle below MIN_BYTES counts as a stall.
      waited = fresh < MIN_BYTES ? waited + performance.now() - began : 0
      if (waited === 0) fresh = 0
      if (bytes > maxBytes + ENVELOPE_BYTES) throw tooLarge(maxBytes)
      yield next.value
    }
  } catch (error) {
    onFailure(error)
    throw error
  } finally {
    signal?.removeEventListener('abort', lost)
    // Not canceled: that would cut the connection, and the answer with it.
    reader.releaseLock()
  }
}

const stoodStill = () => new AppError('malformed', 'The upload stood still')

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

/** The first file of this name; files of other names are read past. */
function fileNamed(form: busboy.Busboy, field: string): Promise<FileStream> {
  return new Promise((found) => {
    let known = false
    form.on('file', (name, file) => {
      // Errors reach the reader of the file; one that nobody reads must not raise an unhandled error.
      file.on('error', () => undefined)
      if (name !== field || known) return void file.resume()
      known = true
      found(file)
    })
    form.on('partsLimit', () => form.destroy(new AppError('malformed', 'The form has more than 20 parts')))
  })
}

function missing(field: string): never {
  throw new AppError('malformed', `Please choose a JSON file (form field ${field})`)
}
