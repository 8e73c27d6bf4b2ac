import { AppError } from './errors.ts'

/**
 * Runs one long reading at a time for each key, such as a session: a newer one ends the older with 409. The work must look
 * at its signal, which also ends when the client is gone.
 */
export function createLatestOnly() {
  const running = new Map<string, AbortController>()
  return async function runLatest<T>(
    key: string,
    client: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    running.get(key)?.abort(new AppError('conflict', 'This was ended, because you asked for a newer one.'))
    const own = new AbortController()
    running.set(key, own)
    try {
      return await work(AbortSignal.any([own.signal, client]))
    } finally {
      if (running.get(key) === own) running.delete(key)
    }
  }
}
