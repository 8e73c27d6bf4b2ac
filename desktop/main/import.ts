import { randomUUID } from 'node:crypto'
import { ImportSummary, importUpload } from '@salonback/shared/imports/contract.ts'
import type { ImportOutcome, ImportStep } from '../bridge.ts'
import { statusWords, textOf } from './answer.ts'
import { callServer, type ServerAnswer } from './call.ts'
import type { OpenFile } from './files.ts'
import { multipart } from './multipart.ts'

interface Sending {
  file: OpenFile
  token: string
  origin: string
  cookie: string | null
  agent: string
  signal: AbortSignal
  onStep(step: ImportStep): void
}

/** Streams a file from disk to the server and closes it. The file is never in memory as a whole, and the page never has any of it. */
export async function sendImport(sending: Sending): Promise<ImportOutcome> {
  const { handle, name, size } = sending.file
  try {
    const boundary = `salonback-${randomUUID()}`
    const answer = await callServer({
      method: importUpload.method,
      url: `${sending.origin}${importUpload.path}`,
      headers: {
        origin: sending.origin,
        'user-agent': sending.agent,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(sending.cookie ? { cookie: sending.cookie } : {}),
      },
      body: multipart(handle, size, name, boundary, (step) =>
        sending.onStep({ token: sending.token, ...step }),
      ),
      signal: sending.signal,
    })
    return await outcomeOf(answer)
  } catch {
    if (sending.signal.aborted) return { kind: 'canceled' }
    return { kind: 'failed', message: 'The connection broke off. Nothing was imported.' }
  } finally {
    await handle.close()
  }
}

async function outcomeOf(answer: ServerAnswer): Promise<ImportOutcome> {
  const body = await textOf(answer.body)
  if (answer.status >= 200 && answer.status < 300) {
    return { kind: 'done', summary: ImportSummary.parse(JSON.parse(body)) }
  }
  return { kind: 'refused', status: answer.status, statusText: statusWords(answer.statusText), body }
}
