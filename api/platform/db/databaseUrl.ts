import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** User-facing message about an invalid address. */
export class DatabaseUrlFault extends Error {}

export interface DatabaseAddress {
  /** Host and port, or the path of a Unix socket. */
  to: { host: string; port: number } | { path: string }
  /** Null: no TLS. */
  tls: Tls | null
  /** The address without the parameters of TLS, for the driver. */
  forDriver: string
}

export interface Tls extends ConnectionOptions {
  /** Continue without TLS if the server has none. */
  optional: boolean
  /** TLS from the first byte, without the SSLRequest message. */
  direct: boolean
}

const LIKE =
  'must be like postgres://user:password@host:5432/database, with special characters of the password percent-encoded (% as %25)'

/**
 * What the driver does not pass to its `socket` option: host and TLS. Everything else it reads from the address itself;
 * parameters without a meaning for it become session settings, which the server checks. Throws DatabaseUrlFault.
 */
export function readDatabaseUrl(text: string): DatabaseAddress {
  const url = parsed(text)
  const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '')
  if (host.includes(','))
    throw new DatabaseUrlFault('has several hosts: use one address that leads to the server with writes')
  const port = Number(url.port || 5432)
  const to = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  return { to, tls: takeTls(url.searchParams), forDriver: url.href }
}

function parsed(text: string): URL {
  const url = URL.canParse(text) && text.startsWith('postgres') ? new URL(text) : null
  if (!url?.hostname || /%(?![\da-f]{2})/i.test(text)) throw new DatabaseUrlFault(LIKE)
  return url
}

/** The modes of libpq. Without a verified certificate the connection is only encrypted. */
const tlsModes: Record<string, ConnectionOptions & { optional?: true }> = {
  allow: { rejectUnauthorized: false, optional: true },
  prefer: { rejectUnauthorized: false, optional: true },
  require: { rejectUnauthorized: false },
  'no-verify': { rejectUnauthorized: false },
  'verify-ca': { checkServerIdentity: () => undefined },
  'verify-full': {},
  true: {},
  '1': {},
}

/** Removes the parameters of TLS from the address. */
function takeTls(parameters: URLSearchParams): Tls | null {
  const take = (name: string) => {
    const value = parameters.get(name)
    parameters.delete(name)
    return value
  }
  const given = { ca: take('sslrootcert'), cert: take('sslcert'), key: take('sslkey') }
  const [sslmode, ssl, negotiation] = [take('sslmode'), take('ssl'), take('sslnegotiation')]
  const asked = sslmode ?? ssl ?? (given.ca ? 'verify-full' : 'disable')
  if (asked === 'disable' || asked === 'false') return null
  const mode = tlsModes[given.ca === 'system' ? 'verify-full' : asked]
  if (!mode)
    throw new DatabaseUrlFault(`has sslmode=${asked}: use disable, prefer, require, verify-ca or verify-full`)
  const files = Object.entries(given).flatMap(([name, path]) =>
    path === null || path === 'system' ? [] : [[name, read(path)] as const],
  )
  return { optional: false, ...mode, ...Object.fromEntries(files), direct: negotiation === 'direct' }
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new DatabaseUrlFault(`names the file ${path}, which cannot be read (${(error as Error).message})`)
  }
}
