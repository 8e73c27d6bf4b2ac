import type { BrowserContext, Page, Route } from 'playwright'
import { injectXss, removeXss, shownReplies, xss } from './payloads.ts'

export interface Finding {
  kind: 'script' | 'dialog' | 'element' | 'policy' | 'error'
  what: string
  /** The screen and the last pressed control. */
  at: string
}

export interface Watch {
  findings: Finding[]
  /** How many texts got payloads on their way to a screen. */
  injections: number
  /** Paths of the free-text fields that screens received with payloads. */
  injectedFields: Set<string>
  /** What is on screen now, for `findings`. */
  at: string
  /** Leaves phone numbers as they are: a conversation with an invalid one has no reply box. */
  keepsNumbers: boolean
  /** Requests without a response yet. */
  openRequests: number
}

const E164 = /^\+\d{7,15}$/

type Report = (kind: Finding['kind'], what: string) => void

/** Watches all pages of this browser context and injects payloads into the responses that its screens receive. */
export async function watch(context: BrowserContext): Promise<Watch> {
  const state: Watch = {
    findings: [],
    injections: 0,
    injectedFields: new Set(),
    at: '',
    keepsNumbers: false,
    openRequests: 0,
  }
  const report: Report = (kind, what) => state.findings.push({ kind, what, at: state.at })
  await context.exposeBinding('xssFound', (_, kind: Finding['kind'], what: string) => report(kind, what))
  // tsx wraps functions in calls of __name, which a page does not have.
  await context.addInitScript({ content: 'globalThis.__name = (one) => one' })
  await context.addInitScript(watchPage)
  context.on('page', (page) => watchEvents(page, report))
  await context.route('**/xss-probe*', (route) => {
    report('element', 'the page requested an image from a stored text')
    return route.abort()
  })
  await context.route('**/api/**', (route) => forward(state, route))
  return state
}

async function forward(state: Watch, route: Route) {
  const request = route.request()
  const { pathname } = new URL(removeXss(request.url()))
  if (pathname.endsWith('/events')) return route.continue()
  const shown = shownReplies.find(({ method, path }) => method === request.method() && path.test(pathname))
  state.openRequests += 1
  try {
    // Writes are refused, with payloads in the error message.
    if (!shown) return await route.fulfill({ status: 409, json: { message: xss } })
    const body = request.postData()
    const real = await route.fetch({
      url: removeXss(request.url()),
      ...(body && { postData: removeXss(body) }),
    })
    if (!real.ok()) return await route.fulfill({ response: real })
    const json = injectXss(await real.json(), shown.reply, shown.name, (field, text) => {
      if (state.keepsNumbers && typeof text === 'string' && E164.test(text)) return false
      state.injections += 1
      state.injectedFields.add(field)
      return true
    })
    await route.fulfill({ status: real.status(), json })
  } catch {
    // The page navigated away meanwhile.
  } finally {
    state.openRequests -= 1
  }
}

function watchEvents(page: Page, report: Report) {
  page.setDefaultTimeout(15_000)
  page.on('dialog', (dialog) => {
    report('dialog', dialog.message())
    void dialog.dismiss().catch(() => undefined)
  })
  page.on('pageerror', (error) => report('error', error.message))
  // A screen that throws while rendering logs an error here and shows the error boundary.
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      report('error', message.text())
  })
}

/** Runs in the page, before its own scripts. */
function watchPage() {
  const report = (kind: Finding['kind'], what: string) => {
    void (window as unknown as { xssFound(kind: string, what: string): Promise<void> }).xssFound(kind, what)
  }
  Object.assign(window, { xss: () => report('script', 'a script from a stored text ran') })
  document.addEventListener(
    'securitypolicyviolation',
    ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      report('policy', `${violatedDirective} ${blockedURI}, ${sourceFile}:${lineNumber}`),
  )
  const isScript = /^\s*javascript:/i
  const inspect = (node: Node) => {
    if (!(node instanceof Element)) return
    for (const one of [node, ...node.querySelectorAll('[data-xss], [href], [src], [onerror], [onload]')]) {
      const address = one.getAttribute('href') ?? one.getAttribute('src') ?? ''
      if (one.hasAttribute('data-xss') || one.hasAttribute('onerror')) report('element', one.tagName)
      if (isScript.test(address)) report('element', `${one.tagName} ${address.slice(0, 40)}`)
    }
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      inspect(target)
      for (const node of addedNodes) inspect(node)
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['href', 'src', 'data-xss'],
  })
}
