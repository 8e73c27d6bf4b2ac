import { type LogFn, type Logger, pino, stdTimeFunctions } from 'pino'
import { isConnectionLoss } from './platform/db/open.ts'
import { codeOf } from './platform/db/retryOnDeadlock.ts'
import { normalizeText } from './platform/privacy/spelling.ts'

// Digits that are not phone numbers: ids, dates, times, IP addresses.
const NOT_PHONES = [
  '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}',
  '(?<![0-9A-Za-z])(?:[A-Z]{2})?(?=\\d*[a-f])[0-9a-f]{32,64}(?![0-9A-Za-z])',
  '(?<![\\d+])(?:19|20)\\d\\d-[01]\\d-[0-3]\\d(?:[T ][0-2]\\d:[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?)?(?!\\d)',
  '(?<!\\d)[0-2]\\d:[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?(?!\\d)',
  '(?<![\\d.+])(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?::\\d{1,5})?(?![\\d.])',
  '(?<![\\w:])(?=[\\d:]*(?:::|[a-f]))(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\\w:])',
]
// A plus with seven digits starts another number; a plus alone may be an encoded space.
const GAP = '(?:(?!\\+\\d{7})[^\\p{L}\\p{N}]){0,6}'
const NUMBERS = [`\\+?\\d(?:${GAP}\\d){8,}`, `\\+${GAP}\\d(?:${GAP}\\d){6,}`]
const DIGITS = new RegExp(`(${NOT_PHONES.join('|')})|${NUMBERS.join('|')}`, 'gu')

/** Cheap first test: a phone number has at least seven digits, or escapes that may contain them; most lines have fewer. */
const MAYBE_PHONE = /(?:[\p{N}%][^\p{N}%]*){7}/u

/** Masks phone numbers in any spelling, except their first two and last digits. Masks when in doubt. */
export function maskNumbers(original: string): string {
  if (!MAYBE_PHONE.test(original)) return original
  const { text, offsets } = normalizeText(original)
  let masked = ''
  let done = 0
  for (const { 0: found, 1: harmless, index } of text.matchAll(DIGITS)) {
    if (harmless !== undefined) continue
    const from = offsets ? (offsets.from[index] as number) : index
    masked += original.slice(done, from) + maskNumber(found)
    done = offsets ? (offsets.to[index + found.length - 1] as number) : index + found.length
  }
  return masked + original.slice(done)
}

/** Secret tokens in the addresses of owner pages, booking links and join confirmations. */
const TOKENS = /(\/(?:o|b|j|m|api\/owner|join\/[^\s/]{1,60}\/confirm)\/)[^\s/?#"'<>]{8,}/g

/** Possible addresses; a path like node_modules/@hono has nothing before its @. */
const ADDRESSES = /([\p{L}\p{N}])[\p{L}\p{M}\p{N}.!#$%&'*+=?^_`{|}~-]*@(?=[\p{L}\p{N}-]+\.[\p{L}\p{N}])/gu

/** Masks e-mail addresses except their first letter and domain. */
const maskAddresses = (text: string) => (text.includes('@') ? text.replace(ADDRESSES, '$1…@') : text)

/** Masks the token of a link, which opens its page to everyone who reads it. */
const maskTokens = (text: string) => text.replace(TOKENS, '$1…')

const maskText = (text: string) => maskNumbers(maskAddresses(maskTokens(text)))

function maskNumber(found: string): string {
  const digits = found.replace(/\D/g, '')
  return `${found.startsWith('+') ? '+' : ''}${digits.slice(0, 2)}…${digits.slice(digits.length < 9 ? -1 : -3)}`
}

/** Masks each key and value of a JSON line separately: in the whole line, escapes hide where a number starts. */
function maskLine(line: string): string {
  try {
    return `${JSON.stringify(masked(JSON.parse(line)))}\n`
  } catch {
    return maskText(line)
  }
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value === 'number') return value >= 1e8 ? maskNumbers(String(value)) : value
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [maskText(key), masked(inner)]))
}

const OUTAGE_MS = 60_000

/** While the database is away, one line a minute replaces an error with its stack for every failed query. */
function outageFilter() {
  let last = Number.NEGATIVE_INFINITY
  return function logMethod(this: Logger, args: Parameters<LogFn>, log: LogFn) {
    const { err } = (typeof args[0] === 'object' && args[0] !== null ? args[0] : {}) as { err?: unknown }
    if (!isConnectionLoss(err)) return log.apply(this, args)
    const now = performance.now()
    if (now - last < OUTAGE_MS) return
    last = now
    this.error({ code: codeOf(err) }, 'the database cannot be reached; what needs it fails until it answers')
  }
}

/** Logs JSON lines with every phone number masked, also in errors of libraries. */
export function createLog(
  level: string,
  write: (line: string) => void = (line) => void process.stdout.write(line),
): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      hooks: { logMethod: outageFilter() },
      redact: [
        'password',
        'token',
        'authorization',
        'cookie',
        '*.password',
        '*.authorization',
        '*.cookie',
        'err.config',
        // Postgres writes the values of the whole row into it.
        'err.detail',
        'err.request',
        'err.response',
      ],
    },
    { write: (line: string) => write(maskLine(line)) },
  )
}
