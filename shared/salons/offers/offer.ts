import { plural } from '../../formats.ts'
import type { FieldErrors } from '../../forms.ts'
import { isOneUnitEach, segments } from '../../sms/segments.ts'
import {
  carrierProblem,
  field,
  fieldProblem,
  MAX_BODY,
  MAX_VALUE,
  nameIn,
  singleLine,
  withOptOutLine,
} from '../../sms/template.ts'
import { greetingName } from '../clients/greeting.ts'

/** Fields of an offer, written as `{firstName}`. */
export const offerFields = ['firstName', 'salon', 'link'] as const

/** Longer links may push a text over the carrier's limit. */
const MAX_LINK = 100

interface OfferSalon {
  /** Trading name. */
  name: string
}

interface OfferValues {
  /** As on the list: written only if it plainly is a name. */
  firstName: string | null
  salon: OfferSalon
  link: string
}

/** Errors of an offer text; empty when valid. A missing opt-out line is added by writeOffer. */
export function offerErrors(text: string, salon: OfferSalon): FieldErrors<'text'> {
  const message = wrongWith(text, salon)
  return message ? { text: message } : {}
}

function wrongWith(text: string, salon: OfferSalon): string | null {
  if (text.trim() === '') return 'Please write the text'
  const problem = fieldProblem(text, offerFields)
  if (problem) return problem
  if (!startsWithName(text, salon)) return 'Please start with the name of the salon: {salon}'
  if (hasBareFirstName(text)) {
    return 'Please write Hi, Hello or Hey before {firstName}: without a name it becomes "Hi there"'
  }
  if (longestBody(text, salon) > MAX_BODY) return `A text may have ${MAX_BODY} characters`
  if (!endsWithStop.test(withOptOutLine(text))) return 'How to stop must be the last sentence'
  return carrierProblem(text)
}

function longestBody(text: string, salon: OfferSalon): number {
  const lengths: Record<string, number> = {
    firstname: MAX_VALUE,
    salon: singleLine(salon.name).length,
    link: MAX_LINK,
  }
  return withOptOutLine(text).replace(field, (_, name: string) => 'x'.repeat(lengths[nameIn(name)] ?? 0))
    .length
}

/** Starts with `{salon}` or the trading name as a whole: "Glow" does not start "Glowing reviews". */
function startsWithName(text: string, salon: OfferSalon): boolean {
  const start = text.trimStart()
  if (/^\{\s*salon\s*\}/i.test(start)) return true
  const name = singleLine(salon.name)
  const isNamed = name !== '' && start.toLowerCase().startsWith(name.toLowerCase())
  return isNamed && !/^[\p{L}\p{N}]/u.test(start.slice(name.length))
}

const hasBareFirstName = (text: string) =>
  [...text.matchAll(field)].some(
    ({ 1: name = '', index }) =>
      nameIn(name) === 'firstname' && !/\b(?:hi|hiya|hello|hey)\s{1,3}$/i.test(text.slice(0, index)),
  )

const endsWithStop = /\bstop\b[^.!?\n{}]*[.!?]?["'”’)]?$/i

/** Stands for a client's own link and has its length, so that segments are right. No token has a hyphen. */
export const sampleLink = (publicUrl: string) => `${publicUrl}/b/their-link`

/** Whether the text has a link. */
export const hasLink = (text: string) =>
  [...text.matchAll(field)].some(({ 1: name = '' }) => nameIn(name) === 'link')

/** The text to one client, and the segments it is billed as. */
export function writeOffer(text: string, values: OfferValues): { body: string; segments: number } {
  const written: Record<string, string> = {
    firstname: greetingName(values.firstName) ?? 'there',
    salon: singleLine(values.salon.name),
    link: values.link,
  }
  const body = withOptOutLine(text).replace(field, (whole, name: string) => written[nameIn(name)] ?? whole)
  return { body, segments: segments(body).segments }
}

interface OfferSample {
  firstName: string | null
  body: string
  segments: number
}

const SAMPLES = 3

/**
 * Up to three different texts to clients of the list, the odd names first: the name with the most segments in this text, a
 * cell that is not plainly a name, a usual name. `link` stands for the clients' own links.
 */
export function offerSamples(
  text: string,
  salon: OfferSalon,
  clients: readonly { firstName: string | null }[],
  link: string,
): OfferSample[] {
  const write = (firstName: string | null) => ({ firstName, ...writeOffer(text, { firstName, salon, link }) })
  const samples = sampleNames(clients, (firstName) => write(firstName).segments).map(write)
  // Without {firstName} all texts are the same.
  return samples.filter(({ body }, at) => samples.findIndex((sample) => sample.body === body) === at)
}

function sampleNames(
  clients: readonly { firstName: string | null }[],
  segmentsFor: (firstName: string | null) => number,
): (string | null)[] {
  const cells = clients.map(({ firstName }) => ({ firstName, name: greetingName(firstName) }))
  const named = cells.filter((cell): cell is Named => cell.name !== null)
  const nameless = cells.filter(({ name }) => name === null)
  const odd = [
    dearest(named, segmentsFor),
    nameless.find(({ firstName }) => firstName?.trim()) ?? nameless[0],
  ]
  const byName = new Map<string | null, string | null>()
  for (const cell of [...odd, ...named]) {
    if (cell && !byName.has(cell.name)) byName.set(cell.name, cell.firstName)
    if (byName.size === SAMPLES) break
  }
  return [...byName.values()]
}

interface Named {
  firstName: string | null
  name: string
}

/**
 * The name with the most segments. That is the longest one in the basic alphabet or the longest one outside of it: writing
 * the text to each of thousands of names would block other requests.
 */
function dearest(named: readonly Named[], segmentsFor: (firstName: string | null) => number) {
  const longest = new Map<boolean, Named>()
  for (const cell of named) {
    const isPlain = isOneUnitEach(cell.name)
    if (cell.name.length > (longest.get(isPlain)?.name.length ?? 0)) longest.set(isPlain, cell)
  }
  const [plain, accented] = [longest.get(true), longest.get(false)]
  if (!plain || !accented) return plain ?? accented
  return segmentsFor(accented.firstName) >= segmentsFor(plain.firstName) ? accented : plain
}

/** Why a sample costs more than its words: `“ó” in Siobhán makes 3 segments`. Null if its name does not matter. */
export function nameCost({ firstName, body, segments: count }: OfferSample): string | null {
  const name = greetingName(firstName)
  const { offender } = segments(body)
  if (name === null || offender === null || !name.includes(offender)) return null
  // The name of the salon can have the same letter.
  if (segments(body.replace(name, '')).offender !== null) return null
  return `“${offender}” in ${name} makes ${plural(count, 'segment')}`
}
