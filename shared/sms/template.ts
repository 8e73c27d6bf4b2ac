import { brand } from '../brand.ts'
import type { FieldErrors } from '../forms.ts'
import { evenSegments, isOneUnitEach, segments } from './segments.ts'

/** What a first text may say about its reader; staff writes it as `{name}`. */
export const templateFields = ['name', 'category'] as const

/** The carrier's limit, in characters, for a text as it is sent. */
export const MAX_BODY = 1600
/** A value longer than this is cut, so that one odd record cannot make a text too long to send. */
const MAX_VALUE = 60

export const optOutLine = 'Reply STOP to opt out.'

// Spaces within the brackets are cut off afterwards: spelt out here they take time with the cube of their number.
const field = /\{([^{}]*)\}/g
const nameIn = (written: string) => written.trim().toLowerCase()

/** The fields a template names, lower case, each once, in order. */
export function fieldsOf(template: string): string[] {
  return [...new Set([...template.matchAll(field)].map(([, name = '']) => nameIn(name)))]
}

/** Those of them nobody can fill. */
export function unknownFields(template: string): string[] {
  return fieldsOf(template).filter((name) => !(templateFields as readonly string[]).includes(name))
}

/** What a template says of its reader. */
interface Reader {
  name: string
  category: string | null
}

/** The template with a prospect's values in it. A prospect without a category is a `salon`; unknown fields stay. */
export function fill(template: string, prospect: Reader): string {
  const values = valuesOf(prospect)
  return template.replace(field, (_, name: string) => filledWith(name, values))
}

/** Read once for all fields of a template: a long name in each of many takes time with the square of both. */
const valuesOf = ({ name, category }: Reader) => ({
  name: value(name) || 'there',
  category: value(category ?? '') || 'salon',
})

function filledWith(name: string, values: ReturnType<typeof valuesOf>): string {
  switch (nameIn(name)) {
    case 'name':
      return values.name
    case 'category':
      return values.category
    default:
      return `{${name}}`
  }
}

/** One line, single spaces, cut at a whole character. */
function value(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line
    .slice(0, MAX_VALUE)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

const saysHowToStop = /\b(?:reply|text|txt|send|or|with)\s+["'“‘]?stop\b[^{}]{0,60}$/i

/** The template ending with how to opt out: as it is when its own last words say so, else with our line added. */
export function withOptOutLine(template: string): string {
  const text = template.trim()
  return saysHowToStop.test(text) ? text : `${text} ${optOutLine}`.trimStart()
}

/** A first text as it is sent to one prospect. */
export function firstText(template: string, prospect: Reader): string {
  return fill(withOptOutLine(template), prospect)
}

/**
 * Writes firstText to one prospect after the other, with its segments. What the template alone decides is found once:
 * for a hundred thousand one by one it takes nine times as long.
 */
export function firstTextWriter(template: string): (prospect: Reader) => { body: string; segments: number } {
  const pieces = withOptOutLine(template).split(field)
  const isFixed = (at: number) => at % 2 === 0
  const fixedIsEven = isOneUnitEach(pieces.filter((_, at) => isFixed(at)).join(''))
  return (prospect) => {
    const values = valuesOf(prospect)
    let body = ''
    let even = fixedIsEven
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at] as string
      const written = isFixed(at) ? piece : filledWith(piece, values)
      even &&= isFixed(at) || isOneUnitEach(written)
      body += written
    }
    return { body, segments: (even ? evenSegments(body.length) : segments(body)).segments }
  }
}

const carrierKeywords = /\b(?:reply|text|txt|send)\s+["'“‘]?(cancel|end|quit|revoke|unsubscribe)\b/i
const shorteners = /\b(?:bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly)\b/i

/**
 * Why a template cannot be sent, under `template`; empty when it can. A missing opt-out line is no error, it is
 * added where staff sees it; a missing sender is one, because only the writer knows where the name belongs.
 */
export function templateErrors(template: string): FieldErrors<'template'> {
  const message = wrongWith(template)
  return message ? { template: message } : {}
}

function wrongWith(template: string): string | null {
  if (template.trim() === '') return 'Please write the text'
  const [unknown] = unknownFields(template)
  if (unknown !== undefined) return `There is no field {${unknown}}. You can use {name} and {category}.`
  if (/[{}]/.test(template.replace(field, ''))) return 'A field must read like {name}, with both brackets'
  const longest = withOptOutLine(template).replace(field, 'x'.repeat(MAX_VALUE))
  if (longest.length > MAX_BODY) return `A text may have ${MAX_BODY} characters`
  if (!template.toLowerCase().includes(brand.name.toLowerCase())) {
    return `Please say who is writing: the text must name ${brand.name}`
  }
  const keyword = carrierKeywords.exec(template)?.[1]?.toUpperCase()
  if (keyword) return `Please do not ask for ${keyword}: carriers read it as an opt-out`
  const shortener = shorteners.exec(template)?.[0]
  return shortener ? `Please use a full link: carriers block ${shortener}` : null
}
