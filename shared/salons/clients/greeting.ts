/** "Hi there" never offends; a wrong name does. Every doubt therefore means no name. */

/** `Hi Siobhán`, or `Hi there` for anything that is not plainly a first name. */
export const greeting = (firstName: string | null): string => `Hi ${greetingName(firstName) ?? 'there'}`

/** The first name in title case, or null: titles, notes, relations, several people, digits, other scripts than Latin. */
export function greetingName(firstName: string | null): string | null {
  if (!firstName || firstName.length > MAX_CELL) return null
  const words = plainText(firstName).split(' ')
  if (words.some((word) => notNames.has(word.toLowerCase()))) return null
  const [first = '', second] = words
  if (words.length > 2 || !isName(first)) return null
  if (second === undefined || /^\p{L}\.?$/u.test(second)) return titleCase(first)
  return secondNames.has(second.toLowerCase()) ? `${titleCase(first)} ${titleCase(second)}` : null
}

/** Longer cells hold notes. */
const MAX_CELL = 60
const MAX_NAME = 24

/** One line with composed letters and plain apostrophes and hyphens, without invisible characters. */
function plainText(cell: string): string {
  const text = cell
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[‘’ʼ´`]/g, "'")
    .replace(/[‐‑–]/g, '-')
  return text.replace(/\s+/g, ' ').trim()
}

const latinName = /^\p{Script=Latin}+(?:['-]\p{Script=Latin}+)*$/u

function isName(word: string): boolean {
  if (word.length < 2 || word.length > MAX_NAME || !latinName.test(word)) return false
  const letters = word.normalize('NFD').toLowerCase()
  // `SiobhÃn` was read with a wrong encoding and lost a byte.
  if (/\p{Ll}[À-ÖØ-Þ]/u.test(word)) return false
  // `Ella's` owns something; `xxx` and `TBC` are placeholders.
  return /[aeiouyæøœı]/.test(letters) && !/(\p{L})\1\1/u.test(letters) && !/'s$/.test(letters)
}

/** `MARY` → `Mary`, `o'neill` → `O'Neill`. Keeps the capitals of `McKenzie` and `JoAnn`. */
function titleCase(word: string): string {
  const parts = word.split(/(['-])/)
  // After an apostrophe only particles such as O' and D' start a new word: not Isma'il.
  const startsWord = (at: number) => parts[at - 1] !== "'" || parts[at - 2]?.length === 1
  return parts.map((part, at) => (startsWord(at) ? capitalized(part) : keptOrLower(part))).join('')
}

const hasInnerCapital = /^\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+$/u

const capitalized = (part: string) =>
  hasInnerCapital.test(part) ? part : part.slice(0, 1).toUpperCase() + lower(part.slice(1))

const keptOrLower = (part: string) => (/^\p{Lu}\p{Ll}+$/u.test(part) ? part : lower(part))

/** Turkish İ becomes i with an extra dot, which would double the price of the text. */
const lower = (text: string) => text.toLowerCase().replace(/i\u0307/g, 'i')

const wordSet = (words: string) => new Set(words.trim().split(/\s+/))

/** Second words that make a double first name: Mary Jane, Anna Maria. */
const secondNames = wordSet(`
  ann anna anne beth claire clare ellen elizabeth grace jane jayne jean jo kate katherine lee lou louise luc mae
  margaret maria marie mary may paul pierre rose ruth sue
`)

/** Words in the name column that are no first names: titles, relations, placeholders and notes of the salon. */
const notNames = wordSet(`
  mr mrs ms miss mx dr prof professor sir lady lord madam madame rev fr sr
  mum mom mam mummy mother dad daddy father daughter son sister brother wife husband partner friend nan nana nanny
  granny gran grandma grandad auntie aunt uncle cousin niece nephew girlfriend boyfriend twin
  baby child children kid kids girl boy lady ladies man men woman women gent gents teen
  client customer guest visitor walk walkin walk-in drop-in dropin passer passerby new old regular
  test tester testing demo sample dummy example asdf qwerty abc
  name firstname first surname none null nil na no not yes ok unknown unnamed undefined anon anonymous nobody
  noname blank empty tba tbc
  do don't dont text call contact email phone blocked block banned deceased dead rip duplicate delete deleted moved
  left gone noshow no-show rude awkward vip staff owner manager reception receptionist salon student model
  hair nails nail lash lashes brow brows colour color cut facial massage wax waxing tan bride bridal bridesmaid
  wedding party group voucher cash online booking bookings booked reserved break lunch holiday closed
  and or of the for from with in
`)
