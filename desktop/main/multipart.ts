import type { FileHandle } from 'node:fs/promises'
import { importUpload } from '@salonback/shared/imports/contract.ts'
import type { ImportStep } from '../bridge.ts'

const pieceBytes = 256 * 1024

/** The file as the one part of a form, piece by piece, telling how far it is. */
export async function* multipart(
  file: Pick<FileHandle, 'read'>,
  size: number,
  name: string,
  boundary: string,
  onStep: (step: Omit<ImportStep, 'token'>) => void,
): AsyncGenerator<Uint8Array> {
  // Quotes and line ends would end the header early; the server only shows the name.
  const safeName = name.replace(/["\r\n\\]/g, '_')
  yield Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="${importUpload.field}"; filename="${safeName}"\r\n` +
      'content-type: application/json\r\n\r\n',
  )
  // One buffer for the whole file: the next piece is read when the last one has been taken.
  const buffer = Buffer.alloc(pieceBytes)
  let sent = 0
  for (;;) {
    // A file that grows meanwhile ends where it ended when it was opened.
    const { bytesRead } = await file.read(buffer, 0, Math.min(pieceBytes, size - sent), sent)
    if (bytesRead === 0) break
    yield buffer.subarray(0, bytesRead)
    sent += bytesRead
    onStep({ phase: 'sending', fraction: size > 0 ? Math.min(1, sent / size) : 1 })
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
  onStep({ phase: 'storing', fraction: null })
}
