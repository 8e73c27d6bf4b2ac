import { randomUUID } from 'node:crypto'
import { ImportSummary, importUpload } from '@salonback/shared/sales/imports/contract.ts'
import type { ImportOutcome, ImportStep } from '../bridge.ts'
import { callServer, type ServerResponse } from './callServer.ts'
import type { OpenFile } from './chosenFiles.ts'
import { multipartBody } from './multipart.ts'
import { readText, safeStatusText } from './responses.ts'

interface Upload {
  file: OpenFile
  token: string
  origin: string
  cookie: string | null
  agent: string
  signal: AbortSignal
  onStep(step: ImportStep): void
}

/**
 * Streams a file from disk to the server, then closes it. The file is never in memory as a whole, and no part of it
 * reaches the page.
 */
export async function sendImport(upload: Upload): Promise<ImportOutcome> {
  const { handle, name, size } = upload.file
  try {
    const boundary = `salonback-${randomUUID()}`
    const response = await callServer({
      method: importUpload.method,
      url: `${upload.origin}${importUpload.path}`,
      headers: {
        origin: upload.origin,
        'user-agent': upload.agent,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(upload.cookie ? { cookie: upload.cookie } : {}),
      },
      body: multipartBody(handle, size, name, boundary, (step) =>
        upload.onStep({ token: upload.token, ...step }),
      ),
      signal: upload.signal,
    })
    return await outcomeOf(response)
  } catch {
    if (upload.signal.aborted) return { kind: 'canceled' }
    return { kind: 'failed', message: 'The connection broke off. Nothing was imported.' }
  } finally {
    await handle.close()
  }
}

async function outcomeOf(response: ServerResponse): Promise<ImportOutcome> {
  const body = await readText(response.body)
  if (response.status >= 200 && response.status < 300) {
    return { kind: 'done', summary: ImportSummary.parse(JSON.parse(body)) }
  }
  return {
    kind: 'refused',
    status: response.status,
    statusText: safeStatusText(response.statusText),
    body,
  }
}
