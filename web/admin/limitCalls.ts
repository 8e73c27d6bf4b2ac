/**
 * Calls `act` at once, up to `burst` times in a row, then at most once in `refillMs` milliseconds. Of the calls that came
 * too early the last one is made when its time has come.
 */
export function limitCalls(act: () => void, { burst, refillMs }: { burst: number; refillMs: number }) {
  let left = burst
  let countedAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  function call() {
    cancel()
    const now = performance.now()
    left = Math.min(burst, left + (now - countedAt) / refillMs)
    countedAt = now
    if (left < 1) {
      timer = setTimeout(call, Math.ceil((1 - left) * refillMs))
      return
    }
    left -= 1
    act()
  }
  return { call, cancel }
}
