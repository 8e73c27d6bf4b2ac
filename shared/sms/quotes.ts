/** Each opening quotation mark with those that close it. German and Swedish texts close with marks that open English ones. */
const pairs: Record<string, string> = {
  '"': '"',
  '“': '”',
  '”': '”',
  '„': '“”',
  '‟': '”',
  '＂': '＂',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
  "'": "'",
  '‘': '’',
  '’': '’',
  '‚': '‘’',
  '「': '」',
  '『': '』',
}
const anyQuote = /["“”„‟＂«»‹›'‘’‚「」『』]/g
const apostrophes = "'’‘"

interface Mark {
  sign: string
  index: number
  /** Follows a word, and a space, punctuation or the end comes after it. */
  closes: boolean
  /** Follows a space, and a word comes after it. */
  opens: boolean
  /** The possessive of a plural, or a closing mark: `the girls’ day`. */
  mayBePlural: boolean
}

/** Index of the first quotation mark of the text that opens; -1 without one. An apostrophe within a word is none. */
export const startOfQuote = (text: string): number => marksOf(text).find(({ closes }) => !closes)?.index ?? -1

/**
 * Index of the mark that closes the quotation which starts at `start`. Quotations within it are skipped. Null: the text ends
 * before it is closed.
 */
export function endOfQuote(text: string, start: number): number | null {
  const opening = text[start] ?? ''
  const closing = pairs[opening] ?? ''
  const marks = marksOf(text).filter(({ index }) => index > start)
  const own = marks.filter(({ sign }) => sign === opening || closing.includes(sign))
  const end = balancedEnd(own, opening, closing) ?? own.findLast(({ opens }) => !opens)?.index
  if (end !== undefined) return end
  // Opened with one kind of mark and closed with another, as some gateways write.
  const others = marks.filter(({ sign }) => !apostrophes.includes(sign))
  return balancedEnd(others, '', '') ?? marks.findLast(({ closes }) => closes)?.index ?? null
}

/** Index of the mark at which as many quotations have ended as have begun. */
function balancedEnd(marks: Mark[], opening: string, closing: string): number | null {
  let depth = 1
  for (const [n, mark] of marks.entries()) {
    const { sign, index, opens, closes, mayBePlural } = mark
    if (mayBePlural && n < marks.length - 1) continue
    const begins = closing.includes(sign) ? sign === opening && opens : !closes
    depth += begins ? 1 : -1
    if (depth === 0) return index
  }
  return null
}

function marksOf(text: string): Mark[] {
  return [...text.matchAll(anyQuote)].flatMap(({ 0: sign, index }) => {
    const [before = ' ', after = ' '] = [text[index - 1], text[index + 1]]
    const isApostrophe = apostrophes.includes(sign)
    if (isApostrophe && /\p{L}/u.test(before) && /[\p{L}\p{N}]/u.test(after)) return []
    const [isAfterSpace, isBeforeSpace] = [/[\s([]/.test(before), /[\s.,;:!?)\]…]/.test(after)]
    const closes = !isAfterSpace && isBeforeSpace
    const mayBePlural = isApostrophe && closes && /s/i.test(before) && after === ' '
    return [{ sign, index, closes, opens: isAfterSpace && !isBeforeSpace, mayBePlural }]
  })
}
