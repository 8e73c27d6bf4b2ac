import { isCostly, isCountry, typedNumber } from '@salonback/shared/sms/phone.ts'
import { z } from 'zod'
import { DatabaseUrlFault, readDatabaseUrl } from './platform/db/databaseUrl.ts'
import { parseTrustProxy } from './platform/http/address.ts'
import { readMailFrom } from './platform/mail/mailFrom.ts'
import { readSmtpUrl, SmtpUrlFault } from './platform/mail/smtpUrl.ts'

const Switch = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((word) => word === 'on' || word === 'true' || word === '1')
const Origin = z
  .string()
  .regex(/^https?:\/\/[^/?#\s]+\/?$/, 'must be an origin like https://example.com, without a path')
  .transform((text) => new URL(text).origin)
const E164 = z.string().transform((text, context) => {
  const number = typedNumber(text)
  if (number) return number
  context.addIssue('must be a number like +447700900100')
  return z.NEVER
})
const HashKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits, as openssl rand -hex 32 prints them')

const Trust = z.string().transform((text, context) => {
  const trust = parseTrustProxy(text)
  if (trust) return trust
  context.addIssue('must be off, on, a number of proxies, or their networks like 10.0.0.0/8,2001:db8::/32')
  return z.NEVER
})

/** `off` means no header. */
const HeaderNames = z
  .string()
  .regex(/^[\w-]+$/, 'must be the name of a header, or off')
  .transform((name) => (name === 'off' ? [] : [name]))

const DatabaseAddress = z.string().superRefine((text, context) => {
  try {
    readDatabaseUrl(text)
  } catch (error) {
    if (!(error instanceof DatabaseUrlFault)) throw error
    context.addIssue(error.message)
  }
})

const MailServer = z.string().transform((text, context) => {
  try {
    return readSmtpUrl(text)
  } catch (error) {
    if (!(error instanceof SmtpUrlFault)) throw error
    context.addIssue(error.message)
    return z.NEVER
  }
})
const MailSender = z.string().transform((text, context) => {
  const from = readMailFrom(text)
  if (from) return from
  context.addIssue('must be an address like hello@example.com or Name <hello@example.com>')
  return z.NEVER
})

const Countries = z
  .string()
  .transform((text) => text.split(',').map((code) => code.trim().toUpperCase()))
  .refine((codes) => codes.every(isCountry), 'must be two-letter country codes like GB,IE,US')

/** An address with places for the statement's reference and the amount; both are optional. */
const PaymentPage = z.string().refine((text) => {
  const known = text.replace('{number}', '101-3').replace('{amount}', '40.50')
  // A place before the path would let a statement choose the server.
  const [, server = ''] = /^https:\/\/([^/?#]+)/.exec(text) ?? []
  return server !== '' && !/[{}]/.test(server) && !/[{}\s]/.test(known) && URL.canParse(known)
}, 'must be an https address like https://pay.example.com/{number}?amount={amount}')

const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: DatabaseAddress.optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(14),
  BACKUP_EVERY_HOURS: z.coerce.number().positive().max(720).default(24),
  PUBLIC_URL: Origin.optional(),
  TRUST_PROXY: Trust.default({ hops: 0, networks: null }),
  COUNTRY_HEADER: HeaderNames.default(['cf-ipcountry', 'x-vercel-ip-country', 'x-country-code']),
  ADMIN_USERNAME: z.string().min(1).optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/, 'must be AC and 32 hex digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_MESSAGING_SERVICE_SID: z
    .string()
    .regex(/^MG[0-9a-fA-F]{32}$/, 'must be MG and 32 hex digits')
    .optional(),
  TWILIO_FROM_NUMBER: E164.optional(),
  TWILIO_API_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  TWILIO_HANDLES_OPT_OUT: Switch.default(true),
  SIMULATOR: Switch.optional(),
  ALERT_SMS_NUMBER: E164.refine((phone) => !isCostly(phone), 'must be an ordinary mobile number').optional(),
  SMTP_URL: MailServer.optional(),
  MAIL_FROM: MailSender.optional(),
  DEFAULT_COUNTRY: z
    .string()
    .refine((code) => /^[A-Z]{2}$/.test(code) && isCountry(code), 'must be a country code like GB, IE or US')
    .default('GB'),
  SEND_RATE_PER_SECOND: z.coerce.number().positive().max(10_000).default(10),
  QUIET_HOURS: z
    .string()
    .regex(/^([01]\d|2[0-4]):[0-5]\d-([01]\d|2[0-4]):[0-5]\d$/, 'must read like 08:00-21:00')
    .default('08:00-21:00'),
  SEND_COUNTRIES: Countries.default(['GB', 'IE', 'US']),
  // At most the number of slots in the table public_text_slots.
  PUBLIC_TEXTS_PER_HOUR: z.coerce.number().int().min(0).max(1000).default(60),
  PUBLIC_TEXTS_PER_DAY: z.coerce.number().int().min(0).max(10_000).default(300),
  VAT_NUMBER: z
    .string()
    .regex(/^[A-Z]{2}[A-Z0-9+*]{2,12}$/, 'must be a VAT number like IE1234567T')
    .optional(),
  // Stored in hundredths of a percent.
  VAT_RATE: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a percentage like 23 or 13.5')
    .transform((percent) => Math.round(Number(percent) * 100))
    .optional(),
  PAYMENT_URL: PaymentPage.optional(),
  PUBLIC_POSTS_PER_MINUTE: z.coerce.number().int().positive().default(20),
  KEY_CALLS_PER_MINUTE: z.coerce.number().int().positive().default(600),
  MAX_IMPORT_BYTES: z.coerce.number().int().positive().default(268_435_456),
  ANALYTICS_ID: z
    .string()
    .regex(/^G-[A-Z0-9]+$/, 'must be a GA4 id like G-ABC123')
    .optional(),
  PHONE_HASH_KEY: HashKey.optional(),
  PHONE_HASH_KEY_PREVIOUS: z
    .string()
    .regex(
      /^[0-9a-f]{64}(\s*,\s*[0-9a-f]{64})*$/i,
      'must be keys of 64 hex digits, newest first, separated by commas',
    )
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
})

/** The settings of the service, parsed once. */
export type Env = Omit<z.output<typeof Settings>, 'PUBLIC_URL'> & { PUBLIC_URL: string }

export class EnvError extends Error {
  override name = 'EnvError'
}

/** Parses settings; an empty value counts as unset. Throws EnvError with one line that names the setting. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new EnvError(`${issue?.path.join('.') ?? 'settings'}: ${issue?.message ?? 'wrong value'}`)
  }
  const env = parsed.data
  if (Boolean(env.TWILIO_ACCOUNT_SID) !== Boolean(env.TWILIO_AUTH_TOKEN)) {
    throw new EnvError('TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN: set both or neither')
  }
  if (env.TWILIO_ACCOUNT_SID && !env.TWILIO_MESSAGING_SERVICE_SID && !env.TWILIO_FROM_NUMBER) {
    throw new EnvError('TWILIO_MESSAGING_SERVICE_SID or TWILIO_FROM_NUMBER: one of them is needed to send')
  }
  if (Boolean(env.SMTP_URL) !== Boolean(env.MAIL_FROM)) {
    throw new EnvError('SMTP_URL and MAIL_FROM: set both or neither')
  }
  if (env.VAT_RATE !== undefined && !env.VAT_NUMBER) {
    throw new EnvError('VAT_RATE: set VAT_NUMBER too, which statements with VAT must show')
  }
  return { ...env, PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}` }
}

/** Settings from the environment, then from `.env`. Only this file reads process.env. */
export function processEnv(): Env {
  try {
    process.loadEnvFile()
  } catch {
    // There is no .env file.
  }
  return readEnv(process.env)
}
