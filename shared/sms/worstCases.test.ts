import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { isEmail } from '../forms.ts'
import { contactErrors } from '../sales/contact/rules.ts'
import { isLeadNumber, numberWithCountry } from '../sales/leads/rules.ts'
import {
  linkedNumber,
  phoneDigits,
  readMobileParameter,
  readTypedMobile,
  waitlistErrors,
} from '../sales/waitlist/rules.ts'
import { isExactRequest } from './exactRequests.ts'
import { carriesLandingLink, withLandingLink } from './link.ts'
import { withLatinLetters } from './lookAlikes.ts'
import { pastedNumber, plainCharacters } from './pastedNumber.ts'
import { formatPhone, phoneTypeOf, regionOf, toE164 } from './phone.ts'
import { sendWindow } from './quietHours.ts'
import { reactionTo } from './reactions.ts'
import { featuresOf } from './reader/features.ts'
import { segments } from './segments.ts'
import { withoutSignature, withSpellingFixed } from './spelling.ts'
import { firstText, firstTextWriter, templateErrors } from './template.ts'
import { carrierKeyword, MAX_TEXT_LENGTH, understand } from './understand.ts'
import { fold } from './wording.ts'

// These rules run on input from strangers. No input may block the event loop.

const KB = 1024
/** Time limit of one rule in ms: 16 plain passes over 64 KB, measured in this run, because machines differ. */
const MAX_MS =
  16 * cost((text) => text.replace(/\w/g, (letter) => letter.toUpperCase()), 'Hello 12. '.repeat(6554), 0)

const salon = (text: string) => ({ name: text, category: text })
const form = (text: string) => ({ name: text, email: text, subject: text, message: text })
const answers = (text: string) => ({ mobileNumber: text, email: text, hardestPartText: text })

/** Rules that read a whole body of up to 64 KB. */
const rules: Record<string, (text: string) => unknown> = {
  understand: (text) => understand(text),
  'understand with OptOutType': (text) => understand('yes', { optOutType: text }),
  carrierKeyword,
  segments,
  carriesLandingLink: (text) => carriesLandingLink(text, 'https://salons.example'),
  withLandingLink: (text) => withLandingLink(text, 'https://salons.example/uksalon'),
  templateErrors,
  firstText: (text) => firstText(text, salon(text)),
  firstTextWriter: (text) => firstTextWriter(text)(salon(text)),
  toE164: (text) => [toE164(text), toE164(text, text), toE164(text.slice(0, 80), 'GB')],
  formatPhone,
  phoneTypeOf,
  regionOf,
  sendWindow: (text) => sendWindow(text, '08:00-21:00', new Date(0)),
  isEmail,
  'isEmail with a name': (text) => isEmail(`a@${text.slice(0, 250)}`),
  contactErrors: (text) => contactErrors(form(text)),
  waitlistErrors: (text) => waitlistErrors(answers(text)),
  isLeadNumber,
  numberWithCountry: (text) => numberWithCountry(text, 'GB'),
  readMobileParameter,
  linkedNumber: (text) => linkedNumber(text, '+44'),
  plainCharacters,
  pastedNumber: (text) => [pastedNumber(text), pastedNumber(text.slice(0, 300))],
  readTypedMobile: (text) => [readTypedMobile(text, '+44'), readTypedMobile(text.slice(0, 300), '+1')],
  phoneDigits: (text) => phoneDigits(text, '+44'),
}

/** Rules that read one folded end of a text, at most MAX_TEXT_LENGTH long. */
const parts: Record<string, (text: string) => unknown> = {
  fold,
  isExactRequest,
  withoutSignature,
  withSpellingFixed,
  withLatinLetters,
  reactionTo,
  featuresOf,
}

/** Input that makes patterns slow: spaces, digits, brackets, lone surrogates, letters that fold to many, match prefixes. */
const units = [
  ...' \t\n\u00a0\u200b\u0301\0.,-–/\\"\'“?10+()１٣aéİßﷺ½…ﬃ㌀👍🛑\uffffا@{}y',
  ...['\r\n', '00', '+44', '+1', '+353', '()', '1-', '1 ', '1or ', '1;ext=', 'x1', '.0'],
  ...['\ud800', '\udc00', '👍🏻', '👨‍👩‍👧', 'a.', 'a@', 'a@a.', 'a-', 'a-a.', '{ ', '{\t', '{name}', '{name'],
  ...['https://salons.example/uksalon', 'Liked “', 'removed a ', 'reacted 👍 to ', '👍 to', 'with\t'],
  ...['reply ', 'reply stop ', 'text ', 'give over ', 'give over over ', 'get that ', 'ye', 'yes'],
  ...['bit.ly', 's t o p ', 'stop', 'stop stop ', 'no ', 'o k '],
]

/** Every word of the rules' patterns, and every sequence of two or three. */
function phrases(): string[] {
  const all = ['understand', 'exactRequests', 'spelling', 'wording']
  const sources = all.map((name) => readFileSync(new URL(`./${name}.ts`, import.meta.url), 'utf8'))
  const words = `${sources}`.toLowerCase().match(/\p{L}+|\d+/gu) ?? []
  const runs = [1, 2, 3].flatMap((n) => words.map((_, at) => words.slice(at, at + n).join(' ')))
  return [...new Set(runs)].map((run) => `${run} `)
}

const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Repeated input, and unfinished matches with a repeated middle. */
const shapes: { name: string; of: (length: number) => string }[] = [
  ...units.map((unit) => ({ name: unit, of: (length: number) => filled(unit, length) })),
  ...['{', 'reply', '+', '1', 'a@', 'a', 'stop', '“', '.'].flatMap((start) =>
    [' ', '\t', '0', '-', 'a', 'a.', '.', '\u0301'].map((within) => ({
      name: `${start} and then ${within}`,
      of: (length: number) => `${start}${filled(within, length)}\u0001`,
    })),
  ),
]

/** Minimum time of several tries, in ms: other load can only add to it. */
function cost(rule: (text: string) => unknown, text: string, enough: number, tries = 5): number {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < tries && least > enough; n++) {
    const [cpu, start] = [process.cpuUsage(), performance.now()]
    rule(text)
    const { user, system } = process.cpuUsage(cpu)
    least = Math.min(least, performance.now() - start, (user + system) / 1000)
  }
  return least
}

test.each(Object.entries(rules))('%s handles 64 KB in linear time', (_, rule) => {
  const slow = shapes.flatMap(({ name, of }) => {
    // From small to large, so that a slow rule fails quickly.
    let before = 0
    for (const length of [KB, 4 * KB, 16 * KB, 64 * KB]) {
      const ms = cost(rule, of(length), 10)
      // Linear, not quadratic.
      const steep = ms >= 10 && before > 1 && ms > 10 * before
      if (ms >= MAX_MS || steep) return [{ name, length, ms, before }]
      before = ms
    }
    return []
  })
  expect(slow).toEqual([])
})

test.each(Object.entries(parts))('%s handles any text of maximum length in time', (_, rule) => {
  const all = [...units, ...phrases()]
  expect(all.length).toBeGreaterThan(4000)
  // Measure the full length only for the slowest inputs at a quarter of it.
  const first = all.map((unit) => ({ unit, ms: cost(rule, filled(unit, MAX_TEXT_LENGTH / 4), 1, 2) }))
  const slowest = first.sort((a, b) => b.ms - a.ms).slice(0, 60)
  const slow = slowest
    .map(({ unit }) => ({ unit, ms: cost(rule, filled(unit, MAX_TEXT_LENGTH), MAX_MS / 4) }))
    .filter(({ ms }) => ms >= MAX_MS / 2)
  expect(slow).toEqual([])
})

test('in an oversized text only an opt-out at either end has an effect', () => {
  const long = 'lovely weather today. '.repeat(200)
  expect(understand(`STOP texting me. ${long}`)).toMatchObject({ intent: 'opt_out', suppress: true })
  expect(understand(`${long} Please stop texting me`)).toMatchObject({ intent: 'opt_out', suppress: true })
  expect(understand(`Yes please! ${long}`)).toMatchObject({ intent: 'unclear', needsReview: true })
  expect(understand(`${long}`, { optOutType: 'START' })).toMatchObject({ liftsSuppression: false })
  expect(understand(`stop ${'ﷺ'.repeat(1000)}`)).toMatchObject({ needsReview: true })
  expect(understand(`${'…'.repeat(1000)} please stop texting me`)).toMatchObject({ intent: 'opt_out' })
})
