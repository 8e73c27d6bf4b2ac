const CHOICE = 'analytics-choice'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

type Choice = 'yes' | 'no'

/** GA4 measurement id. Without it this module does nothing. */
const measurementId = () =>
  document.querySelector<HTMLMetaElement>('meta[name="analytics-id"]')?.content || undefined

function readChoice(): Choice | undefined {
  try {
    const kept = localStorage.getItem(CHOICE)
    return kept === 'yes' || kept === 'no' ? kept : undefined
  } catch {
    return undefined
  }
}

function keepChoice(choice: Choice) {
  try {
    localStorage.setItem(CHOICE, choice)
  } catch {
    // Storage is blocked: ask again on the next page.
  }
}

/** Queues a command. gtag.js requires `arguments` objects, which it detects by `callee`. */
function gtag(...command: unknown[]) {
  window.dataLayer?.push({ ...command, length: command.length, callee: gtag })
}

function load(id: string) {
  window.dataLayer = []
  gtag('js', new Date())
  gtag('config', id)
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
  document.head.append(script)
}

function button(label: string, className: string, onClick: () => void) {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = `button button-small ${className}`
  made.textContent = label
  made.addEventListener('click', onClick)
  return made
}

/**
 * Shows the consent question below the first section, where it covers no control and moves no visible text. `after`:
 * show it after this element instead, to change the choice.
 */
function showConsentQuestion(id: string, after?: HTMLElement) {
  document.querySelector('.consent-bar')?.remove()
  const bar = document.createElement('section')
  bar.className = 'consent-bar'
  bar.ariaLabel = 'Visit counting'
  const words = document.createElement('p')
  words.textContent = 'May we count this visit with Google Analytics? Nothing is loaded unless you agree.'
  const choose = (choice: Choice) => {
    keepChoice(choice)
    bar.remove()
    if (choice === 'yes' && !window.dataLayer) load(id)
  }
  const choices = document.createElement('div')
  choices.append(
    button('No thanks', 'button-line', () => choose('no')),
    button('I agree', 'button-line', () => choose('yes')),
  )
  bar.append(words, choices)
  const first = after ?? document.querySelector('[data-hero]') ?? document.querySelector('main > :last-child')
  first?.after(bar)
  if (after) choices.querySelector('button')?.focus()
}

/** Starts analytics if the visitor agreed; otherwise shows the question. */
export function startAnalytics() {
  const id = measurementId()
  if (!id) return
  const choice = readChoice()
  if (choice === 'yes') load(id)
  if (choice === undefined) showConsentQuestion(id)
  for (const control of document.querySelectorAll<HTMLElement>('[data-analytics-choice]')) {
    control.hidden = false
    control.querySelector('button')?.addEventListener('click', () => showConsentQuestion(id, control))
  }
}

/** Reports a form submission. Does nothing without an id and consent. */
export function reportSubmission(category: 'lead_generation' | 'contact', action: string) {
  gtag('event', action, { event_category: category })
}
