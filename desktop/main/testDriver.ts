import { url } from 'node:inspector'

/** A developer who starts the inspector without a test driver waits this long, in ms. */
const TIMEOUT_MS = 10_000

/**
 * Resolves when Playwright has attached to the inspector, and immediately without an inspector, as in release builds.
 * Playwright can miss a window that loads while it attaches. It calls the global `__playwright_run` when it is ready.
 */
export function waitForTestDriver(inspector = url()): Promise<void> {
  if (inspector === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, TIMEOUT_MS)
    Object.assign(globalThis, {
      __playwright_run() {
        clearTimeout(timer)
        resolve()
      },
    })
  })
}
