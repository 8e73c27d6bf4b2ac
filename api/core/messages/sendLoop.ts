import type { Deps } from '../../deps.ts'
import { claimDue } from './claim.ts'
import { sendClaimed } from './send.ts'
import type { ClaimedText } from './text.ts'

/** Concurrent carrier calls; further texts stay queued. */
const MAX_CALLS = 50
/** Sent texts without a stored outcome: if the database is slower than the carrier, claiming waits. */
const MAX_UNWRITTEN = 150
/** Free calls needed before the next claim: a claim costs about the same for one text as for many. */
const CLAIM_AT_LEAST = 25

export interface SendLoop {
  /** Claims due texts up to the free capacity and starts sending them. Returns how many. */
  claimAndSend(): Promise<number>
  /** The last claim was full and there is capacity for another one. */
  hasMore(): boolean
  isFull(): boolean
  /** Resolves when all texts on their way have their outcome stored. */
  settled(): Promise<void>
}

/** Claims texts and sends them. `onCapacity` is called when a call has ended and more texts are waiting. */
export function createSendLoop(deps: Deps, onCapacity: () => void): SendLoop {
  const calls = new Set<string>()
  const inFlight = new Set<Promise<unknown>>()
  let lastClaimFull = false

  const capacity = () => Math.min(MAX_CALLS - calls.size, MAX_UNWRITTEN - inFlight.size)
  const hasMore = () => lastClaimFull && capacity() >= CLAIM_AT_LEAST

  function send(text: ClaimedText) {
    const call = `${text.id} ${text.attempts}`
    calls.add(call)
    const onAnswer = () => {
      if (calls.delete(call) && hasMore()) onCapacity()
    }
    const sending = sendClaimed(deps, text, onAnswer)
      // The row stays `sending`; when its lease ends it becomes unknown and is never sent twice.
      .catch((error) => deps.log.error({ err: error, text: text.id }, 'the outcome of a text was not stored'))
      .finally(() => {
        inFlight.delete(sending)
        onAnswer()
      })
    inFlight.add(sending)
  }

  return {
    async claimAndSend() {
      const most = capacity()
      lastClaimFull = false
      if (most <= 0) return 0
      const texts = await claimDue(deps, most)
      lastClaimFull = texts.length === most
      for (const text of texts) send(text)
      return texts.length
    },
    hasMore,
    isFull: () => capacity() <= 0,
    settled: async () => void (await Promise.all(inFlight)),
  }
}
