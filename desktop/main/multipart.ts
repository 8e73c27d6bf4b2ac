import type { FileHandle } from 'node:fs/promises'
import { importUpload } from '@salonback/shared/sales/imports/contract.ts'
import type { ImportStep } from '../bridge.ts'

const chunkBytes = 256 * 1024

/** The file as a multipart form with one field, in chunks of 256 KB, with progress. */
export async function* multipartBody(
  file: Pick<FileHandle, 'read'>,
  size: number,
  name: string,
  boundary: string,
  onStep: (step: Omit<ImportStep, 'token'>) => void,
): AsyncGenerator<Uint8Array> {
  // Quotes and line ends would end the header early. The server only shows the name.
  const safeName = name.replace(/["\r\n\\]/g, '_')
  yield Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="${importUpload.field}"; filename="${safeName}"\r\n` +
      'content-type: application/json\r\n\r\n',
  )
  // The buffer is reused: the next chunk is read after the last one was written.
  const buffer = Buffer.alloc(chunkBytes)
  let sent = 0
  for (;;) {
    // Stops at the size the file had when it was opened, even if it grows.
    const { bytesRead } = await file.read(buffer, 0, Math.min(chunkBytes, size - sent), sent)
    if (bytesRead === 0) break
    yield buffer.subarray(0, bytesRead)
    sent += bytesRead
    onStep({ phase: 'sending', fraction: size > 0 ? Math.min(1, sent / size) : 1 })
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
  onStep({ phase: 'storing', fraction: null })
}
