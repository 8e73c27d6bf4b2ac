import { afterAll } from 'vitest'

/** Files of a worker share one page: what one leaves there, the next one's tests find. */
if (typeof window !== 'undefined') {
  const { addEventListener, removeEventListener } = window
  const listening = new Map<unknown, string>()

  window.addEventListener = (...words: Parameters<typeof addEventListener>) => {
    const [name, hear, options] = words
    listening.set(hear, name)
    if (typeof options === 'object') options.signal?.addEventListener('abort', () => listening.delete(hear))
    addEventListener.apply(window, words)
  }
  window.removeEventListener = (...words: Parameters<typeof removeEventListener>) => {
    listening.delete(words[1])
    removeEventListener.apply(window, words)
  }

  afterAll(() => {
    Object.assign(window, { addEventListener, removeEventListener })
    if (listening.size > 0) throw new Error(`Somebody still listens to ${[...listening.values()].join(', ')}`)
    if (document.body.childNodes.length > 0)
      throw new Error(`The page still shows ${document.body.textContent}`)
  })
}
