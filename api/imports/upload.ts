import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { AppError } from '../http/errors.ts'

/** A laptop that went to sleep must not hold a transaction open. */
const IDLE_MS = 60_000
// Boundaries and part headers around the file itself.
const ENVELOPE_BYTES = 64 * 1024

interface Expected {
  /** Name of the file field. */
  field: string
  maxBytes: number
  idleMs?: number
}

/**
 * The one file of a multipart upload, piece by piece as it arrives; asking for no more pieces stops the sender.
 * Throws AppError: wrong_type when this is no multipart form, malformed when it has no such file or breaks off or
 * stands still, too_large past the limit.
 */
export async function* uploadedFile(request: Request, expected: Expected): AsyncGenerator<Uint8Array> {
  const { field, maxBytes, idleMs = IDLE_MS } = expected
  const tooLarge = () =>
    new AppError('too_large', `The file is larger than ${Math.floor(maxBytes / 1_048_576)} MB`)
  if (Number(request.headers.get('content-length')) > maxBytes + ENVELOPE_BYTES) throw tooLarge()
  const form = parserFor(request, maxBytes)
  const file = fileNamed(form, field)
  const received = pipeline(Readable.fromWeb(request.body as ReadableStream), form)
  received.catch(() => undefined)
  const stream = await Promise.race([file, received.then(() => missing(field), brokenOff)])
  const idle = setTimeout(() => stream.destroy(new AppError('malformed', 'The upload stood still')), idleMs)
  try {
    for await (const piece of stream) {
      idle.refresh()
      yield piece as Uint8Array
      idle.refresh()
    }
    if (stream.truncated) throw tooLarge()
    await received.catch(brokenOff)
  } catch (error) {
    throw error instanceof AppError ? error : brokenOff()
  } finally {
    clearTimeout(idle)
    // Whoever is still sending gets to the end of it, and reads the answer then.
    form.on('file', (_, late) => late.resume())
    stream.resume()
  }
}

function parserFor(request: Request, maxBytes: number): busboy.Busboy {
  const type = request.headers.get('content-type') ?? ''
  const wrong = () => new AppError('wrong_type', 'Please send the file as multipart/form-data')
  if (!/^multipart\/form-data\b/i.test(type) || !request.body) throw wrong()
  try {
    return busboy({ headers: { 'content-type': type }, limits: { fileSize: maxBytes, fieldSize: 1024 } })
  } catch {
    throw wrong()
  }
}

type FileStream = Readable & { truncated?: boolean }

/** The first file of this name; files of other names are read past. */
function fileNamed(form: busboy.Busboy, field: string): Promise<FileStream> {
  return new Promise((found) => {
    form.on('file', (name, file) => {
      // Errors reach whoever reads the file; a file nobody reads has nobody to tell.
      file.on('error', () => undefined)
      if (name === field) found(file)
      else file.resume()
    })
  })
}

function missing(field: string): never {
  throw new AppError('malformed', `Please choose a JSON file (form field ${field})`)
}

function brokenOff(): never {
  throw new AppError('malformed', 'The upload broke off before its end')
}
