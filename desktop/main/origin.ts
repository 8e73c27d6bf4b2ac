import { join, normalize, sep } from 'node:path'

/** The one origin pages of ours have. */
export const scheme = 'app'
export const pageOrigin = 'app://salonback'

/** An address of our origin: a page, a file of it, or a call. */
export const isOurs = (url: string) => url === pageOrigin || url.startsWith(`${pageOrigin}/`)

/** The one page there is. Its origin alone proves nothing: answers of the server have it too. */
export const isPage = (url: string) => /^app:\/\/salonback(?:\/(?:index\.html)?)?(?:[?#]|$)/.test(url)

export const isCallPath = (pathname: string) => pathname.startsWith('/api/')

/** A link people may follow into their browser: encrypted, and without a name and password in it. */
export function isOutsideLink(text: string): boolean {
  try {
    const url = new URL(text)
    return url.protocol === 'https:' && url.username === '' && url.password === ''
  } catch {
    return false
  }
}

/** The file a path means, or null when it would lie outside the folder. */
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
