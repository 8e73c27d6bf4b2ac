import { url } from 'node:inspector'

/** Longer than any driver takes; who debugs the app without one waits this long, in ms. */
const PATIENCE_MS = 10_000

/**
 * Resolves when whoever drives the app through its inspector has attached; at once without an inspector, which builds
 * for people do not have. A driver that attaches while the first window loads may never hear of that window, or see it
 * as it never was. Playwright calls the global of this name as soon as it is ready (it loads its own where it can).
 */
export function driverAttached(inspector = url()): Promise<void> {
  if (inspector === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS)
    Object.assign(globalThis, {
      __playwright_run() {
        clearTimeout(timer)
        resolve()
      },
    })
  })
}
