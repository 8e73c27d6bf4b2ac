import { yieldToEventLoop } from '../../platform/http/connection.ts'

const SLICE_MS = 10

/** The event loop belongs to the process: several tasks take turns, one slice in each turn of the loop. */
let lastTurn: Promise<void> = Promise.resolve()

function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(yieldToEventLoop)
  return lastTurn
}

/** Runs the steps to their end. Other requests are served after every 10 ms, also while several tasks run. */
export async function runSteps<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  let startedAt = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - startedAt < SLICE_MS) continue
    await nextTurn()
    signal?.throwIfAborted()
    startedAt = performance.now()
  }
}

const STEP = 100

/** `Array.map` in steps. */
export function* mapInSteps<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
): Generator<void, R[]> {
  const mapped: R[] = []
  for (const [index, item] of items.entries()) {
    if (index % STEP === 0) yield
    mapped.push(map(item, index))
  }
  return mapped
}

/** `Array.filter` in steps. */
export function* filterInSteps<T>(items: readonly T[], isWanted: (item: T) => boolean): Generator<void, T[]> {
  const found: T[] = []
  for (const [index, item] of items.entries()) {
    if (index % STEP === 0) yield
    if (isWanted(item)) found.push(item)
  }
  return found
}
