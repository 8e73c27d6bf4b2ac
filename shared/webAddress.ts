import { latinSkeleton } from './lookAlikes.ts'

/** `https://`, a host without credentials or escapes, then anything that can be seen. `https:evil.example` has no host. */
const SHAPE = /^https:\/\/([^/?#\\@%\s]+)(?:[/?#][^\s\\]*)?$/i

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** Names that lead nowhere outside of one machine or network. */
const LOCAL = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|arpa|onion)$/

const PUBLIC_NAME = /^(?:[a-z\d_](?:[a-z\d_-]*[a-z\d])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/

/**
 * Whether a text is an address that clients may be sent to: https, a public name, nothing hidden, and no letters that
 * only look like Latin ones.
 */
export function isWebAddress(text: string): boolean {
  const host = SHAPE.exec(text)?.[1]
  if (host === undefined || HIDDEN.test(text)) return false
  const hostname = hostnameOf(text)
  return (
    hostname !== null &&
    PUBLIC_NAME.test(hostname) &&
    !LOCAL.test(hostname) &&
    !host.split('.').some(looksLatin)
  )
}

/** Adds the `https://` that people leave out: `www.book.example/aoife`, `book.example:8443`. Other texts stay as they are. */
export const completeWebAddress = (text: string): string =>
  /^[^\s/:?#@\\]+\.[^\s/:?#@\\]+(?:[/?#]|:\d|$)/.test(text) ? `https://${text}` : text

/** Not URL.canParse, which Electron versions before 28 do not have. */
function hostnameOf(text: string): string | null {
  try {
    return new URL(text).hostname
  } catch {
    return null
  }
}

/** Whether a part of a name has letters of another alphabet that look like Latin ones. Accented Latin letters may stay. */
function looksLatin(label: string): boolean {
  const foreign = label.replace(/\p{Script=Latin}/gu, '')
  if (!/\p{L}/u.test(foreign)) return false
  return /\p{Script=Latin}/u.test(label) || /^[\w-]+$/.test(latinSkeleton(label))
}
