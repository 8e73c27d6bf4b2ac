/**
 * Rate-limits `act`: up to `burst` immediate calls, then one every `refillMs` milliseconds. Of the calls over the limit the
 * last one is delayed, the others are dropped.
 */
export function limitCalls(act: () => void, { burst, refillMs }: { burst: number; refillMs: number }) {
  let tokens = burst
  let countedAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  function call() {
    cancel()
    const now = performance.now()
    tokens = Math.min(burst, tokens + (now - countedAt) / refillMs)
    countedAt = now
    if (tokens < 1) {
      timer = setTimeout(call, Math.ceil((1 - tokens) * refillMs))
      return
    }
    tokens -= 1
    act()
  }
  return { call, cancel }
}
