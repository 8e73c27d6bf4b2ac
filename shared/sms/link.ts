/** The questionnaire's address for one number, which its `mobile` parameter carries without the plus. */
export function landingLink(publicUrl: string, e164: string): string {
  return `${landingPage(publicUrl)}?mobile=${e164.replace(/\D/g, '')}`
}

/** Whether a text leads to the questionnaire: what the funnel counts as a follow-up. */
export function carriesLandingLink(body: string, publicUrl: string): boolean {
  const page = landingPage(publicUrl).toLowerCase()
  const text = body.toLowerCase()
  for (let at = text.indexOf(page); at !== -1; at = text.indexOf(page, at + 1)) {
    if (!/^[\w-]/.test(text.slice(at + page.length))) return true
  }
  return false
}

/**
 * A reply as it is sent with 'Include landing page link' ticked, and as its preview shows it:
 * the link on a line of its own, where phones make it tappable. A text that already has this link keeps it as it is.
 */
export function withLandingLink(message: string, link: string): string {
  const text = message.trimEnd()
  if (text.includes(link)) return text
  return text === '' ? link : `${text}\n${link}`
}

function landingPage(publicUrl: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/uksalon`
}
