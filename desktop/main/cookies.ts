import { cookies, HOST_PREFIX } from '@salonback/shared/http/wire.ts'

/** A value is kept and sent as it is, so it must fit one header. */
const kept = new RegExp(
  `^(?:${HOST_PREFIX})?(${cookies.session}|${cookies.device})=([\\x21\\x23-\\x2b\\x2d-\\x3a\\x3c-\\x5b\\x5d-\\x7e]{0,1000})$`,
)

/** What an answer's Set-Cookie headers say about the session: a new token, its end (null), or nothing. */
export const sessionIn = (setCookies: readonly string[]) => cookieIn('session', setCookies)
export const deviceIn = (setCookies: readonly string[]) => cookieIn('device', setCookies)

function cookieIn(wanted: 'session' | 'device', setCookies: readonly string[]): string | null | undefined {
  let found: string | null | undefined
  for (const line of setCookies) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [, name, value] = kept.exec(pair) ?? []
    if (name !== cookies[wanted]) continue
    found = value === '' || isOver(attributes) ? null : pair
  }
  return found
}

function isOver(attributes: readonly string[]): boolean {
  return attributes.some((attribute) => {
    const [name = '', value = ''] = attribute.split('=')
    if (/^max-age$/i.test(name)) return Number(value) <= 0
    return /^expires$/i.test(name) && Date.parse(value) < Date.now()
  })
}
