import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

test('the defaults run the service on loopback', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    DATA_DIR: '.data',
    PUBLIC_URL: 'http://localhost:8080',
    TRUST_PROXY: { hops: 0, networks: null },
    TWILIO_HANDLES_OPT_OUT: true,
    QUIET_HOURS: '08:00-21:00',
    SEND_RATE_PER_SECOND: 10,
    PUBLIC_POSTS_PER_MINUTE: 20,
    MAX_IMPORT_BYTES: 268_435_456,
    DEFAULT_COUNTRY: 'GB',
    SEND_COUNTRIES: ['GB', 'IE', 'US'],
    PUBLIC_TEXTS_PER_HOUR: 60,
    PUBLIC_TEXTS_PER_DAY: 300,
  })
})

test('an empty value counts as unset', () => {
  expect(readEnv({ DATABASE_URL: '', PORT: '' }).PORT).toBe(8080)
})

test.each([
  [{ PORT: 'eighty' }, 'PORT'],
  [{ PUBLIC_URL: 'salonback.com' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://salonback.com/app' }, 'PUBLIC_URL'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ QUIET_HOURS: '8-21' }, 'QUIET_HOURS'],
  [{ DEFAULT_COUNTRY: 'uk' }, 'DEFAULT_COUNTRY'],
  [{ DEFAULT_COUNTRY: 'UK' }, 'DEFAULT_COUNTRY'],
  [{ DEFAULT_COUNTRY: 'ZZ' }, 'DEFAULT_COUNTRY'],
  [{ TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}` }, 'TWILIO_AUTH_TOKEN'],
  [{ TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'x' }, 'TWILIO_FROM_NUMBER'],
  [{ ALERT_SMS_NUMBER: '07700 900000' }, 'ALERT_SMS_NUMBER'],
  [{ ALERT_SMS_NUMBER: '+449098765432' }, 'ALERT_SMS_NUMBER'],
  [{ ALERT_SMS_NUMBER: '+44770090010' }, 'ALERT_SMS_NUMBER'],
  [{ ALERT_SMS_NUMBER: '+447700900100 +447700900101' }, 'ALERT_SMS_NUMBER'],
  [{ ALERT_SMS_NUMBER: '+881612345678' }, 'ALERT_SMS_NUMBER'],
  [{ SEND_COUNTRIES: 'GB,UK' }, 'SEND_COUNTRIES'],
  [{ SEND_COUNTRIES: 'GB;IE' }, 'SEND_COUNTRIES'],
  [{ SEND_COUNTRIES: 'GB,' }, 'SEND_COUNTRIES'],
  [{ SEND_COUNTRIES: '+44' }, 'SEND_COUNTRIES'],
  [{ PUBLIC_TEXTS_PER_HOUR: '-1' }, 'PUBLIC_TEXTS_PER_HOUR'],
  [{ PUBLIC_TEXTS_PER_HOUR: '1001' }, 'PUBLIC_TEXTS_PER_HOUR'],
  [{ PUBLIC_TEXTS_PER_DAY: '1e9' }, 'PUBLIC_TEXTS_PER_DAY'],
  [{ TRUST_PROXY: 'sometimes' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
  [{ COUNTRY_HEADER: 'X Country' }, 'COUNTRY_HEADER'],
])('an invalid value throws one line that names the setting: %j', (settings, name) => {
  const message = (() => {
    try {
      readEnv(settings)
    } catch (error) {
      return (error as Error).message
    }
    return ''
  })()
  expect(message).toContain(name)
  expect(message).not.toContain('\n')
})

test('country codes may be lower case and have spaces', () => {
  expect(readEnv({ SEND_COUNTRIES: 'gb, IE ,ca' }).SEND_COUNTRIES).toEqual(['GB', 'IE', 'CA'])
})

test.each([
  ['\u202a+44 7700 900100\u202c', '+447700900100'],
  ['+44 (0)7700 900100', '+447700900100'],
  ['tel:+447700900100', '+447700900100'],
  ['447700900100', '+447700900100'],
])('the pasted number %j is read as %s', (pasted, number) => {
  const env = readEnv({ ALERT_SMS_NUMBER: pasted, TWILIO_FROM_NUMBER: pasted })
  expect([env.ALERT_SMS_NUMBER, env.TWILIO_FROM_NUMBER]).toEqual([number, number])
})

test.each([
  'https://pay.example/{number}?amount={amount}',
  'https://pay.example/salonback',
  'https://pay.example:8443/?r={number}',
])('the payment page %s is accepted', (page) => {
  expect(readEnv({ PAYMENT_URL: page }).PAYMENT_URL).toBe(page)
})

test.each([
  ['http://pay.example/{number}'],
  ['https://{number}.example/'],
  ['https://pay.example/{reference}'],
  ['https://pay.example/{number}/{number}'],
  ['https://pay.example/a b'],
  ['pay.example/{number}'],
])('the payment page %s is refused', (page) => {
  expect(() => readEnv({ PAYMENT_URL: page })).toThrow(/^PAYMENT_URL: must be an https address/)
})

test.each([
  ['23', 2300],
  ['13.5', 1350],
  ['0', 0],
  ['4.85', 485],
])('a VAT rate of %s % is %i hundredths of a percent', (rate, bps) => {
  expect(readEnv({ VAT_RATE: rate, VAT_NUMBER: 'IE1234567T' }).VAT_RATE).toBe(bps)
})

test.each([
  [{ VAT_RATE: '23' }, 'VAT_RATE: set VAT_NUMBER too'],
  [{ VAT_RATE: '23 %', VAT_NUMBER: 'IE1234567T' }, 'VAT_RATE: must be a percentage'],
  [{ VAT_RATE: '-1', VAT_NUMBER: 'IE1234567T' }, 'VAT_RATE: must be a percentage'],
  [{ VAT_NUMBER: '1234567' }, 'VAT_NUMBER: must be a VAT number'],
])('%j is refused', (settings, message) => {
  expect(() => readEnv(settings)).toThrow(message)
})

test('ALERT_SMS_NUMBER accepts ordinary numbers of any country', () => {
  expect(readEnv({ ALERT_SMS_NUMBER: '+33612345678' }).ALERT_SMS_NUMBER).toBe('+33612345678')
})

test('.env.example is valid unchanged', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  expect(readEnv(parseEnv(example) as Record<string, string>).PORT).toBe(8080)
})
