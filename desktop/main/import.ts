import { randomUUID } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { ImportSummary, importUpload } from '@salonback/shared/imports/contract.ts'
import type { ChosenFile, ImportOutcome, ImportStep } from '../bridge.ts'
import { statusWords, textOf } from './answer.ts'
import { callServer, type ServerAnswer } from './call.ts'
import { multipart } from './multipart.ts'

/** Files a person pointed at. The page names them by token, so that it can never ask for any other. */
export interface ChosenFiles {
  /** Null when there is no such file. */
  add(path: string, token?: string): Promise<ChosenFile | null>
  pathOf(token: string): string | undefined
}

export function chosenFiles(): ChosenFiles {
  const paths = new Map<string, string>()
  return {
    add: async (path, token = randomUUID()) => {
      // Known at once: a drop is announced before its file has been looked at.
      paths.set(token, path)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return null
      return { token, name: basename(path), size: found.size }
    },
    pathOf: (token) => paths.get(token),
  }
}

interface Sending {
  path: string
  token: string
  origin: string
  cookie: string | null
  agent: string
  signal: AbortSignal
  onStep(step: ImportStep): void
}

/** Streams a file from disk to the server. The file is never in memory as a whole, and the page never has any of it. */
export async function sendImport(sending: Sending): Promise<ImportOutcome> {
  const file = await open(sending.path).catch(() => null)
  if (!file)
    return { kind: 'failed', message: 'The file could not be opened. It may have been moved or renamed.' }
  try {
    const { size } = await file.stat()
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
      body: multipart(file, size, basename(sending.path), boundary, (step) =>
        sending.onStep({ token: sending.token, ...step }),
      ),
      signal: sending.signal,
    })
    return await outcomeOf(answer)
  } catch {
    if (sending.signal.aborted) return { kind: 'canceled' }
    return { kind: 'failed', message: 'The connection broke off. Nothing was imported.' }
  } finally {
    await file.close()
  }
}

async function outcomeOf(answer: ServerAnswer): Promise<ImportOutcome> {
  const body = await textOf(answer.body)
  if (answer.status >= 200 && answer.status < 300) {
    return { kind: 'done', summary: ImportSummary.parse(JSON.parse(body)) }
  }
  return { kind: 'refused', status: answer.status, statusText: statusWords(answer.statusText), body }
}
