import type { Deps } from '../deps.ts'
import { acceptAllWithoutEffects, type NewAcceptance } from './transitions/accepted.ts'

/** Stores that the carrier has a text. False: it was not stored, and the caller does it by itself. */
export type AcceptTogether = (acceptance: NewAcceptance) => Promise<boolean>

interface Pending {
  acceptance: NewAcceptance
  resolve: (stored: boolean) => void
}

const MAX_AT_ONCE = 100

/**
 * Stores acceptances by one statement each time: those that come while it runs wait for the next one. What it does not
 * take, for whatever reason, is handed back, so that no text's outcome depends on another's.
 */
export function createAcceptTogether({ sql, log }: Pick<Deps, 'sql' | 'log'>): AcceptTogether {
  let waiting: Pending[] = []
  let writing = false

  async function writeAll() {
    while (waiting.length > 0) {
      const batch = nextBatch()
      const stored = await store(batch.map(({ acceptance }) => acceptance))
      for (const { acceptance, resolve } of batch) resolve(stored.has(acceptance.id))
    }
    writing = false
  }

  /** The same text or sid twice in one statement would be judged by what was before both. */
  function nextBatch(): Pending[] {
    const batch: Pending[] = []
    const later: Pending[] = []
    const seen = new Set<string>()
    for (const pending of waiting) {
      const { id, sid } = pending.acceptance
      const fits = batch.length < MAX_AT_ONCE && !seen.has(id) && !seen.has(sid)
      ;(fits ? batch : later).push(pending)
      if (fits) seen.add(id).add(sid)
    }
    waiting = later
    return batch
  }

  async function store(acceptances: NewAcceptance[]): Promise<Set<string>> {
    try {
      return await acceptAllWithoutEffects(sql, acceptances)
    } catch (error) {
      log.debug({ err: error, texts: acceptances.length }, 'accepted texts are written one by one')
      return new Set()
    }
  }

  return (acceptance) =>
    new Promise((resolve) => {
      waiting.push({ acceptance, resolve })
      if (writing) return
      writing = true
      setImmediate(() => void writeAll())
    })
}
