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
 * The text with its fields filled. Without a name the field goes with the comma or space before it: `Hi {name}, thanks`
 * becomes `Hi, thanks`. Null: the text needs a link, and there is none.
 */
export function fillReply(text: string, { name, link }: ReplyFields): string | null {
  let before = ''
  let after = text
  for (let found = firstField(after); found; found = firstField(after)) {
    before += after.slice(0, found.index)
    after = after.slice(found.index + found[0].length)
    const value = found[1] === 'link' ? link : (name ?? '')
    if (value === null) return null
    // What was filled is never searched for fields: a business may be called {link}.
    if (value === '') ({ before, after } = joinWithoutName(before, after))
    else before += value
  }
  return (before + after).trim()
}

const firstField = (text: string) => new RegExp(field.source).exec(text)

/** Joins what stands before and after a name that is left out. */
function joinWithoutName(before: string, after: string) {
  const start = before.replace(/[ \t]+$/, '')
  const rest = after.replace(/^['’]s\b/, '')
  if (start === '' || /[.!?\n]$/.test(start)) {
    const next = rest.replace(/^[ \t,;:.!?–—-]+/, '')
    return { before: spaced(start), after: next.slice(0, 1).toUpperCase() + next.slice(1) }
  }
  return { before: start.replace(/,$/, ''), after: rest }
}

const spaced = (start: string) => (start === '' || start.endsWith('\n') ? start : `${start} `)
