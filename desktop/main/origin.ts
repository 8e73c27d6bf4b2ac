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
  try {
    const url = new URL(text)
    return url.protocol === 'https:' && url.username === '' && url.password === ''
  } catch {
    return false
  }
}

/** The file for a URL path, or null when it would be outside the folder. */
export function fileIn(folder: string, pathname: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (decoded.includes('\0')) return null
  const name = normalize(join(folder, decoded))
  return name.startsWith(folder + sep) ? name : null
}
