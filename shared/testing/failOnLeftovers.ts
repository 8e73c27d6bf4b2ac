import { afterAll, afterEach, vi } from 'vitest'
import { resetUserState } from '../host/reset.ts'

// A screen may load a part that no test of its file waits for. Vitest fails when that import ends after the file.
afterAll(() => vi.dynamicImportSettled())

/** Test files of a worker share one page, so listeners and elements left by one would affect the next. */
if (typeof window !== 'undefined') {
  const { cleanup } = await import('@testing-library/react')
  afterEach(() => {
    cleanup()
    resetUserState()
    vi.restoreAllMocks()
  })

  const { addEventListener, removeEventListener } = window
  const listeners = new Map<unknown, string>()

  window.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    const [name, listener, options] = args
    listeners.set(listener, name)
    if (typeof options === 'object')
      options.signal?.addEventListener('abort', () => listeners.delete(listener))
    addEventListener.apply(window, args)
  }
  window.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners.delete(args[1])
    removeEventListener.apply(window, args)
  }

  afterAll(() => {
    Object.assign(window, { addEventListener, removeEventListener })
    if (listeners.size > 0)
      throw new Error(`window still has listeners for ${[...listeners.values()].join(', ')}`)
    if (document.body.childNodes.length > 0)
      throw new Error(`The page still shows ${document.body.textContent}`)
  })
}
