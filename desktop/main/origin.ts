import { join, normalize, sep } from 'node:path'

export const scheme = 'app'
/** The origin of the app's page. */
export const appOrigin = 'app://salonback'

/** A URL of our origin: the page, a file or an API call. */
export const isAppUrl = (url: string) => url === appOrigin || url.startsWith(`${appOrigin}/`)

/** The app's only page. The origin alone is not enough: server responses have it too. */
export const isAppPage = (url: string) => /^app:\/\/salonback(?:\/(?:index\.html)?)?(?:[?#]|$)/.test(url)

export const isApiPath = (pathname: string) => pathname.startsWith('/api/')

/** A link that may open in the browser: https, without a username and password. */
export function isExternalLink(text: string): boolean {
  const url = parsed(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

const mailLimit = 2000
const mailHeader = /^(subject|body)$/
const mailRecipient = /^[\w.'+-]{1,64}@[\w.-]{1,190}$/

/**
 * The recipient of a link that may open the mail program, `''` without one; null for other links. One plain address, a
 * subject of one line and a text: some mail programs attach any file that `attach` names.
 */
export function mailRecipientOf(text: string): string | null {
  const url = text.length > mailLimit ? null : parsed(text)
  if (url?.protocol !== 'mailto:' || url.hash !== '') return null
  const names = [...url.searchParams.keys()]
  if (new Set(names).size < names.length || !names.every((name) => mailHeader.test(name))) return null
  if (/\p{Cc}/u.test(url.searchParams.get('subject') ?? '')) return null
  const recipient = decoded(url.pathname)
  return recipient === '' || mailRecipient.test(recipient ?? '') ? recipient : null
}

// Not URL.canParse: Electron's main process may run Node 18, which lacks it.
function parsed(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The file for a URL path, or null when it would be outside the folder. */
export function fileIn(folder: string, pathname: string): string | null {
  const path = decoded(pathname)
  if (path === null || path.includes('\0')) return null
  const name = normalize(join(folder, path))
  return name.startsWith(folder + sep) ? name : null
}
