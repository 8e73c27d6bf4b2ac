import { brand } from '../brand.ts'
import type { FieldErrors } from '../forms.ts'
import { evenSegments, isOneUnitEach, segments } from './segments.ts'

/** Fields of a template, written as `{name}`. */
export const templateFields = ['name', 'category'] as const

/** The carrier's limit for a text, in characters. */
export const MAX_BODY = 1600
/** Longer values are cut, so that one odd record cannot exceed the carrier's limit. */
export const MAX_VALUE = 60

export const optOutLine = 'Reply STOP to opt out.'

// Spaces inside the brackets are trimmed later: matching them here takes cubic time.
export const field = /\{([^{}]*)\}/g
/** The name of a field between its brackets: case and outer spaces do not matter. */
export const nameIn = (written: string) => written.trim().toLowerCase()

/** What is wrong with the fields of a template, or null. */
export function fieldProblem(template: string, fields: readonly string[]): string | null {
  const known = new Set(fields.map(nameIn))
  const unknown = [...template.matchAll(field)]
    .map(([, name = '']) => nameIn(name))
    .find((name) => !known.has(name))
  if (unknown !== undefined) {
    const names = fields.map((name) => `{${name}}`)
    return `There is no field {${unknown}}. You can use ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`
  }
  const stray = /[{}]/.test(template.replace(field, ''))
  return stray ? `A field must read like {${fields[0]}}, with both brackets` : null
}

/** Values for the fields of a template. */
interface Reader {
  name: string
  category: string | null
}

/** Fills a template. A prospect without category is a `salon`; unknown fields stay as they are. */
export function fill(template: string, prospect: Reader): string {
  const values = valuesOf(prospect)
  return template.replace(field, (_, name: string) => filledWith(name, values))
}

/** Cleans each value once for all fields: repeating it takes quadratic time. */
const valuesOf = ({ name, category }: Reader) => ({
  name: singleLine(name) || 'there',
  category: singleLine(category ?? '') || 'salon',
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

/** A value on one line with single spaces, cut between characters. */
export function singleLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line
    .slice(0, MAX_VALUE)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

const saysHowToStop = /\b(?:reply|text|txt|send|or|with)\s+["'“‘]?stop\b[^{}]{0,60}$/i

/** A word at the end, also a field. A link, a mark and an emoji stay as they are: a full stop would become part of a link. */
const endsInWord = /[\p{L}\p{N}}]$/u
const endsInLink = /(?:[./]\S+|\{\s*link\s*\})$/i

/** Adds our opt-out line unless the template already ends with one; before it a full stop if one is missing. */
export function withOptOutLine(template: string): string {
  const text = template.trim()
  if (saysHowToStop.test(text)) return text
  const mark = endsInWord.test(text) && !endsInLink.test(text) ? '.' : ''
  return `${text}${mark} ${optOutLine}`.trimStart()
}

/** Whether the template names the sender. */
export const namesSender = (template: string) => template.toLowerCase().includes(brand.name.toLowerCase())

/** The first text to one prospect. */
export function firstText(template: string, prospect: Reader): string {
  return fill(withOptOutLine(template), prospect)
}

/** Returns a function that writes firstText for many prospects: the template is parsed once, which is 9 times faster. */
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
 * Validation errors under `template`; empty when valid. A missing opt-out line is added automatically; a missing sender
 * name is an error.
 */
export function templateErrors(template: string): FieldErrors<'template'> {
  const message = wrongWith(template)
  return message ? { template: message } : {}
}

function wrongWith(template: string): string | null {
  if (template.trim() === '') return 'Please write the text'
  const problem = fieldProblem(template, templateFields)
  if (problem) return problem
  const longest = withOptOutLine(template).replace(field, 'x'.repeat(MAX_VALUE))
  if (longest.length > MAX_BODY) return `A text may have ${MAX_BODY} characters`
  if (!namesSender(template)) return `Please say who is writing: the text must name ${brand.name}`
  return carrierProblem(template)
}

/** Why carriers would block a text or misread its keyword, or null. */
export function carrierProblem(text: string): string | null {
  const keyword = carrierKeywords.exec(text)?.[1]?.toUpperCase()
  if (keyword) return `Please do not ask for ${keyword}: carriers read it as an opt-out`
  const shortener = shorteners.exec(text)?.[0]
  return shortener ? `Please use a full link: carriers block ${shortener}` : null
}
