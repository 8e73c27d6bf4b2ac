import { cookies, HOST_PREFIX } from '@salonback/shared/platform/http/wire.ts'

/** `name=value` of our two cookies. The value is stored and sent back unchanged, so it must fit one header. */
const ourCookie = new RegExp(
  `^(?:${HOST_PREFIX})?(${cookies.session}|${cookies.device})=([\\x21\\x23-\\x2b\\x2d-\\x3a\\x3c-\\x5b\\x5d-\\x7e]{0,1000})$`,
)

/** A new session token in a response's Set-Cookie headers, null when they delete it, undefined when they do not mention it. */
export const sessionIn = (setCookies: readonly string[]) => cookieIn('session', setCookies)
/** The same for the device cookie. */
export const deviceIn = (setCookies: readonly string[]) => cookieIn('device', setCookies)

function cookieIn(wanted: 'session' | 'device', setCookies: readonly string[]): string | null | undefined {
  let found: string | null | undefined
  for (const line of setCookies) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [, name, value] = ourCookie.exec(pair) ?? []
    if (name !== cookies[wanted]) continue
    found = value === '' || isExpired(attributes) ? null : pair
  }
  return found
}

function isExpired(attributes: readonly string[]): boolean {
  return attributes.some((attribute) => {
    const [name = '', value = ''] = attribute.split('=')
    if (/^max-age$/i.test(name)) return Number(value) <= 0
    return /^expires$/i.test(name) && Date.parse(value) < Date.now()
  })
}
