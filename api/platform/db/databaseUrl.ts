/** Host and port, or the path of a Unix socket. */
export interface DatabaseHost {
  host: string
  port: number
  path?: string
}

export interface DatabaseUrl {
  /** One or several hosts; one of them accepts writes. */
  hosts: DatabaseHost[]
  database: string | undefined
  user: string | undefined
  password: string | undefined
  tls: TlsOptions
  /** libpq's `options`: session settings, or a project name for some hosts. */
  options: string | undefined
}

export interface TlsOptions {
  mode: 'off' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'
  /** TLS from the first byte, without the SSLRequest message. */
  direct: boolean
  /** Paths of PEM files. */
  rootCert?: string
  cert?: string
  key?: string
}

/** User-facing message about an invalid address. */
export class DatabaseUrlFault extends Error {}

const tlsModes: Record<string, TlsOptions['mode']> = {
  disable: 'off',
  false: 'off',
  allow: 'prefer',
  prefer: 'prefer',
  require: 'require',
  'no-verify': 'require',
  'verify-ca': 'verify-ca',
  'verify-full': 'verify-full',
  true: 'verify-full',
  '1': 'verify-full',
}

/** libpq parameters without effect here. */
const IGNORED_PARAMETERS =
  /^(application_name|fallback_application_name|connect_timeout|gssencmode|keepalives(_\w+)?|tcp_user_timeout|client_encoding)$/

/** Parameters of other clients, and what to do instead. */
const unsupportedParameters: Record<string, string> = {
  channel_binding: 'remove channel_binding, which is not supported; sslmode=verify-full is a stronger check',
  pgbouncer: 'use the direct address of the database instead of the pooler',
  schema:
    'remove schema, a parameter of Prisma; `alter role … set search_path = …` in the database replaces it',
  connection_limit: 'remove connection_limit: a process uses at most 20 connections',
}

const WRITABLE_TARGETS = ['read-write', 'primary', 'any']

/** Throws DatabaseUrlFault. */
export function readDatabaseUrl(text: string): DatabaseUrl {
  const [, authority, path, query] =
    /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text) ?? []
  if (authority === undefined) {
    throw new DatabaseUrlFault(
      'must be like postgres://user:password@host:5432/database, with special characters of the password percent-encoded',
    )
  }
  const at = authority.lastIndexOf('@')
  const [user, password] = split(authority.slice(0, Math.max(0, at)), ':')
  const parameters = new Map(new URLSearchParams(query ?? ''))
  return {
    hosts: authority
      .slice(at + 1)
      .split(',')
      .map((host) => readHost(host)),
    database: decoded(path ?? '') || undefined,
    user: decoded(user) || undefined,
    password: decoded(password) || undefined,
    tls: takeTls(parameters),
    ...takeRest(parameters),
  }
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new DatabaseUrlFault('has a % that is not an escape: write it as %25')
  }
}

function readHost(text: string): DatabaseHost {
  const [, six, name = '', given] = /^(?:\[([\da-f:.]+)\]|([^:]*))(?::(\d+))?$/i.exec(text) ?? []
  const port = Number(given ?? 5432)
  const host = six ?? decoded(name)
  if (!host || port < 1 || port > 65_535) throw new DatabaseUrlFault(`has no valid host and port: “${text}”`)
  return host.startsWith('/') ? { host, port, path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

function takeTls(parameters: Map<string, string>): TlsOptions {
  const take = (name: string) => {
    const value = parameters.get(name)
    parameters.delete(name)
    return value
  }
  const rootCert = take('sslrootcert')
  const asked = [take('sslmode'), take('ssl')].find((mode) => mode !== undefined)
  const mode = tlsModes[asked ?? (rootCert ? 'verify-full' : 'disable')]
  if (!mode) {
    throw new DatabaseUrlFault(`has sslmode=${asked}: use disable, prefer, require, verify-ca or verify-full`)
  }
  const [cert, key] = [take('sslcert'), take('sslkey')]
  return {
    mode: rootCert === 'system' ? 'verify-full' : mode,
    direct: take('sslnegotiation') === 'direct',
    ...(rootCert && rootCert !== 'system' && { rootCert }),
    ...(cert && { cert }),
    ...(key && { key }),
  }
}

function takeRest(parameters: Map<string, string>): Pick<DatabaseUrl, 'options'> {
  let options: string | undefined
  for (const [name, value] of parameters) {
    if (name === 'options') options = value
    else if (name === 'target_session_attrs' && !WRITABLE_TARGETS.includes(value))
      throw new DatabaseUrlFault(`has target_session_attrs=${value}: the service writes, so use primary`)
    else if (name === 'target_session_attrs' || IGNORED_PARAMETERS.test(name)) continue
    else
      throw new DatabaseUrlFault(
        unsupportedParameters[name] ?? `has the unknown parameter ${name}: remove it`,
      )
  }
  return { options }
}
