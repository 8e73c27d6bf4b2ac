const CHOICE = 'analytics-choice'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

type Choice = 'yes' | 'no'

/** The GA4 measurement id, when the server was given one; without it nothing here does anything. */
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
    // Asked again on the next page, which is right when nothing may be kept.
  }
}

/** Queues a command. gtag.js knows commands by their being `arguments`, which it tells by `callee`. */
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
 * Asks between two parts of the page, after the first: there it lies over nothing that somebody is about to press, and
 * moves nothing that is already being read. `beside` is where the answer is being changed.
 */
function ask(id: string, beside?: HTMLElement) {
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
  const first =
    beside ?? document.querySelector('[data-hero]') ?? document.querySelector('main > :last-child')
  first?.after(bar)
  if (beside) choices.querySelector('button')?.focus()
}

/** Starts analytics where it was agreed to, and asks where nobody has answered yet. */
export function startAnalytics() {
  const id = measurementId()
  if (!id) return
  const choice = readChoice()
  if (choice === 'yes') load(id)
  if (choice === undefined) ask(id)
  for (const again of document.querySelectorAll<HTMLElement>('[data-analytics-choice]')) {
    again.hidden = false
    again.querySelector('button')?.addEventListener('click', () => ask(id, again))
  }
}

/** One form submission as an event of spec section 7. Goes nowhere without an id and consent. */
export function report(category: 'lead_generation' | 'contact', action: string) {
  gtag('event', action, { event_category: category })
}
