/** Longest local part and longest address (RFC 5321). */
const MAX_LOCAL = 64
const MAX_ADDRESS = 254

/** Dot-separated words without spaces, quotes, brackets or control characters. Letters of any script (RFC 6531). */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/

/**
 * Normalises one e-mail address: no outer spaces, the domain in lower case and ASCII. Null for anything else, also for two
 * addresses, a name with an address, and line breaks.
 */
export function mailAddress(text: string): string | null {
  const trimmed = text.trim().normalize('NFC')
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, Math.max(0, at))
  const domain = asciiDomain(trimmed.slice(at + 1))
  if (!domain || !LOCAL.test(local) || bytesOf(local) > MAX_LOCAL) return null
  const address = `${local}@${domain}`
  return bytesOf(address) <= MAX_ADDRESS ? address : null
}

/** An address as a key. Nearly every server treats other letter case as the same mailbox. */
export const mailKey = (address: string) => address.toLowerCase()

const bytesOf = (text: string) => new TextEncoder().encode(text).length

function asciiDomain(domain: string): string | null {
  // The URL parser would also accept ports, paths and percent-encoding.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null
  try {
    const { hostname } = new URL(`http://${domain}`)
    return DOMAIN.test(hostname) ? hostname : null
  } catch {
    return null
  }
}
