/** How to reach the mail server. */
export interface SmtpServer {
  host: string
  port: number
  /** `implicit`: TLS from the first byte. `starttls`: required before login. `off`: plain, for a server on this machine. */
  tls: 'implicit' | 'starttls' | 'off'
  /** Accept a certificate that no known authority signed. */
  selfSigned: boolean
  login: { user: string; password: string } | null
}

/** User-facing message about an invalid address. It never repeats the address, which holds the password. */
export class SmtpUrlFault extends Error {}

const EXAMPLES = 'smtps://user:password@host:465 or smtp://user:password@host:587'

/** Parses SMTP_URL. Throws SmtpUrlFault with one line about what is wrong. */
export function readSmtpUrl(text: string): SmtpServer {
  const url = parse(text)
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')
    throw new SmtpUrlFault(`must look like ${EXAMPLES}`)
  if (!url.hostname) throw new SmtpUrlFault('must name the server')
  if ((url.pathname !== '' && url.pathname !== '/') || url.hash)
    throw new SmtpUrlFault(
      `must end after the port, like ${EXAMPLES}; write special characters of the password as %40`,
    )
  const implicit = url.protocol === 'smtps:'
  const option = tlsOption(url.searchParams)
  if (option === 'off' && implicit) throw new SmtpUrlFault('tls=off needs smtp://, not smtps://')
  const login = loginOf(url)
  if (option === 'off' && login && !isLocal(url.hostname))
    throw new SmtpUrlFault('tls=off would send the password unencrypted: only for a server on this machine')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (implicit ? 465 : 587) : portOf(url),
    tls: implicit ? 'implicit' : option === 'off' ? 'off' : 'starttls',
    selfSigned: option === 'self-signed',
    login,
  }
}

function parse(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new SmtpUrlFault(`must look like ${EXAMPLES}`)
  }
}

function portOf({ port }: URL): number {
  if (port === '0') throw new SmtpUrlFault('must have a port between 1 and 65535')
  return Number(port)
}

function tlsOption(params: URLSearchParams): 'required' | 'self-signed' | 'off' {
  for (const name of params.keys()) {
    if (name !== 'tls') throw new SmtpUrlFault('knows only the option tls')
  }
  const [value = 'required', ...more] = params.getAll('tls')
  if (more.length > 0 || (value !== 'required' && value !== 'self-signed' && value !== 'off'))
    throw new SmtpUrlFault('tls must be required, self-signed or off')
  return value
}

function loginOf({ username, password }: URL): SmtpServer['login'] {
  if (!username && !password) return null
  if (!username || !password) throw new SmtpUrlFault('must have a user and a password, or neither')
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    throw new SmtpUrlFault('must write a percent sign of the user or password as %25')
  }
}

const isLocal = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host)
