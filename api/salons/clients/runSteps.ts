import { yieldToEventLoop } from '../../platform/http/connection.ts'

const SLICE_MS = 10

/** Runs the steps to their end. Other requests are served after every 10 ms. */
export async function runSteps<T>(steps: Generator<void, T>): Promise<T> {
  let startedAt = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - startedAt < SLICE_MS) continue
    await yieldToEventLoop()
    startedAt = performance.now()
  }
}
