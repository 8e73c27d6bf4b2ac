import { greetingName } from '../salons/greeting.ts'

/** What the fields of a saved reply stand for in one conversation; null: not known. */
export interface ReplyFields {
  /** First name of a client, or name of a business. */
  name: string | null
  link: string | null
}

const field = /\{(name|link)\}/g

/** Why a text cannot be saved; null if it can. Another field or a single brace would reach the client as it is. */
export function fieldProblem(text: string): string | null {
  return /[{}]/.test(text.replace(field, '')) ? 'Only {name} and {link} can stand in braces' : null
}

/**
 * The text with its fields filled. Without a name the field goes with the space before it: `Hi {name}, thanks` becomes
 * `Hi, thanks`. Null: the text needs a link, and there is none.
 */
export function fillReply(text: string, { name, link }: ReplyFields): string | null {
  if (link === null && text.includes('{link}')) return null
  const named = name === null ? withoutName(text) : text.replaceAll('{name}', () => name)
  return named.replaceAll('{link}', () => link ?? '')
}

function withoutName(text: string): string {
  const rest = text.replace(/\s*\{name\}/g, '')
  const start = rest.replace(/^[\s,;:!.–-]+/, '')
  return start === rest ? rest : start.charAt(0).toUpperCase() + start.slice(1)
}

/** A client's name for a text; null in any doubt. */
export const clientName = (firstName: string | null | undefined) => greetingName(firstName ?? null)
