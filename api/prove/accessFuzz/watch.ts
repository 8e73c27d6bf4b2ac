import type { BrowserContext, Page } from 'playwright'
import { answers, spoil, unspoil, xss } from './payloads.ts'

export interface Finding {
  kind: 'script' | 'dialog' | 'element' | 'policy' | 'error'
  what: string
  /** The screen, and what was pressed on it. */
  at: string
}

export interface Watch {
  found: Finding[]
  /** How often a text was spoilt on its way to a screen. */
  spoilt: number
  /** Texts of the contract that a screen was given with `xss` in them. */
  given: Set<string>
  /** What is on screen now, for `found`. */
  at: string
  /** Calls whose answers have not been given yet. */
  open: number
}

/** Watches everything this browser context opens, and spoils what its screens are given. */
export async function watch(context: BrowserContext): Promise<Watch> {
  const state: Watch = { found: [], spoilt: 0, given: new Set(), at: '', open: 0 }
  const note = (kind: Finding['kind'], what: string) => state.found.push({ kind, what, at: state.at })
  await context.exposeBinding('xssFound', (_, kind: Finding['kind'], what: string) => note(kind, what))
  // What tsx wraps around each function it is to name; a page has no such helper.
  await context.addInitScript({ content: 'globalThis.__name = (one) => one' })
  await context.addInitScript(watchPage)
  context.on('page', (page) => watchOutside(page, note))
  await context.route('**/xss-probe*', (route) => {
    note('element', 'a picture out of a text was asked for')
    return route.abort()
  })
  await context.route('**/api/**', async (route) => {
    const request = route.request()
    const { pathname } = new URL(unspoil(request.url()))
    if (pathname.endsWith('/events')) return route.continue()
    const answer = answers.find(({ method, path }) => method === request.method() && path.test(pathname))
    state.open += 1
    try {
      // What changes something is refused, in words as bad as all others.
      if (!answer) return await route.fulfill({ status: 409, json: { message: xss } })
      const body = request.postData()
      const real = await route.fetch({
        url: unspoil(request.url()),
        ...(body && { postData: unspoil(body) }),
      })
      if (!real.ok()) return await route.fulfill({ response: real })
      const json = spoil(await real.json(), answer.reply, answer.name, (place) => {
        state.spoilt += 1
        state.given.add(place)
      })
      await route.fulfill({ status: real.status(), json })
    } catch {
      // The page went elsewhere meanwhile.
    } finally {
      state.open -= 1
    }
  })
  return state
}

function watchOutside(page: Page, note: (kind: Finding['kind'], what: string) => void) {
  page.setDefaultTimeout(15_000)
  page.on('dialog', (dialog) => {
    note('dialog', dialog.message())
    void dialog.dismiss().catch(() => undefined)
  })
  page.on('pageerror', (error) => note('error', error.message))
  // A screen that breaks while it is drawn says so here, and stands as words that it could not be shown.
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      note('error', message.text())
  })
}

/** Runs in the page, before its own scripts. */
function watchPage() {
  const tell = (kind: Finding['kind'], what: string) => {
    void (window as unknown as { xssFound(kind: string, what: string): Promise<void> }).xssFound(kind, what)
  }
  Object.assign(window, { xss: () => tell('script', 'a script out of a text ran') })
  document.addEventListener(
    'securitypolicyviolation',
    ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      tell('policy', `${violatedDirective} ${blockedURI}, ${sourceFile}:${lineNumber}`),
  )
  const isScript = /^\s*javascript:/i
  const look = (node: Node) => {
    if (!(node instanceof Element)) return
    for (const one of [node, ...node.querySelectorAll('[data-xss], [href], [src], [onerror], [onload]')]) {
      const address = one.getAttribute('href') ?? one.getAttribute('src') ?? ''
      if (one.hasAttribute('data-xss') || one.hasAttribute('onerror')) tell('element', one.tagName)
      if (isScript.test(address)) tell('element', `${one.tagName} ${address.slice(0, 40)}`)
    }
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      look(target)
      for (const node of addedNodes) look(node)
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['href', 'src', 'data-xss'],
  })
}
