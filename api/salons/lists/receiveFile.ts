import { listUpload } from '@salonback/shared/salons/lists/contract.ts'
import type { Context } from 'hono'
import { uploadedFile } from '../../platform/http/upload.ts'
import { MAX_BYTES } from './limits.ts'

/** The client list in a multipart form. Throws AppError. */
export async function receiveFile(c: Context): Promise<{ file: Buffer; fileName: string }> {
  let fileName = ''
  const onName = (name: string) => {
    fileName = name.slice(0, 200)
  }
  const chunks: Uint8Array[] = []
  const expected = { field: listUpload.field, kind: 'CSV or XLSX', maxBytes: MAX_BYTES, onName }
  for await (const chunk of uploadedFile(c.req.raw, expected)) chunks.push(chunk)
  return { file: Buffer.concat(chunks), fileName }
}
