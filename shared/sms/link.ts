/** Address of the questionnaire; `mobile` carries the number without the plus. */
export function landingLink(publicUrl: string, e164: string): string {
  return `${landingPage(publicUrl)}?mobile=${e164.replace(/\D/g, '')}`
}

/** Whether a text links to the questionnaire. The funnel counts such texts as follow-ups. */
export function carriesLandingLink(body: string, publicUrl: string): boolean {
  const page = landingPage(publicUrl).toLowerCase()
  const text = body.toLowerCase()
  for (let at = text.indexOf(page); at !== -1; at = text.indexOf(page, at + 1)) {
    if (!/^[\w-]/.test(text.slice(at + page.length))) return true
  }
  return false
}

/** Appends the landing page link on a separate line, unless the text already contains it. */
export function withLandingLink(message: string, link: string): string {
  const text = message.trimEnd()
  if (text.includes(link)) return text
  return text === '' ? link : `${text}\n${link}`
}

function landingPage(publicUrl: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/uksalon`
}
