import { classOf } from './wordClasses.ts'

/** Number of buckets into which features are hashed. */
export const BUCKETS = 65_536

/** FNV-1a over a range of UTF-16 units, mixed so that each bit of the bucket depends on each unit. */
function bucketOf(kind: number, text: string, from: number, to: number): number {
  let hash = 0x811c9dc5 ^ kind
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) & (BUCKETS - 1)
}

const WORD = 1
const PAIR = 2
const TRIPLE = 3
const SKIP = 4
const STEMS = 5
const LENGTH = 6
const CLASS = 7
const CLASSES = 8
const CLASS_WITH_WORD = 9
/** Plus the length of the sequence. */
const LETTERS = 10
const STEM_LETTERS = 4
const LETTERS_IN_SEQUENCE = [2, 3, 4]

const lengths = [1, 3, 7, 14, 29]

/**
 * The buckets of a text, each once: its words, pairs and triples of words, pairs with a word between them, pairs of
 * beginnings of words, classes of words, sequences of letters, and a class of length. `text`: folded and with its spelling fixed.
 */
export function featuresOf(text: string): number[] {
  const tokens =
    text
      .replace(/\d/g, '#')
      .match(/\p{Script=Han}|[\p{L}\p{N}#]+?(?=\p{Script=Han})|[\p{L}\p{N}#]+|[^\s\p{L}\p{N}#]/gu) ?? []
  const words = ['^', ...tokens.filter((token) => /[\p{L}\p{N}#]/u.test(token)), '$']
  const found = new Set<number>()
  const add = (kind: number, part: string) => found.add(bucketOf(kind, part, 0, part.length))
  for (const token of tokens) add(WORD, token)
  words.forEach((word, n) => {
    const [before, twoBefore] = [words[n - 1], words[n - 2]]
    if (before === undefined) return
    add(PAIR, `${before} ${word}`)
    add(STEMS, `${before.slice(0, STEM_LETTERS)} ${word.slice(0, STEM_LETTERS)}`)
    if (twoBefore === undefined) return
    add(TRIPLE, `${twoBefore} ${before} ${word}`)
    add(SKIP, `${twoBefore} ${word}`)
  })
  addClasses(tokens, add)
  const all = ` ${tokens.join(' ')} `
  for (const length of LETTERS_IN_SEQUENCE)
    for (let from = 0; from + length <= all.length; from++)
      found.add(bucketOf(LETTERS + length, all, from, from + length))
  add(LENGTH, String(lengths.filter((most) => tokens.length > most).length))
  return [...found]
}

/** The classes of the words, and how they follow each other, with and without the words between them. */
function addClasses(tokens: string[], add: (kind: number, part: string) => void) {
  const known = tokens.map((token) => classOf(token) ?? (/[?!]/.test(token) ? token : ''))
  const sequence = ['^', ...known.filter(Boolean), '$']
  sequence.forEach((one, n) => {
    const [before, twoBefore] = [sequence[n - 1], sequence[n - 2]]
    add(CLASS, one)
    if (before !== undefined) add(CLASSES, `${before} ${one}`)
    if (twoBefore !== undefined) add(CLASSES, `${twoBefore} ${before} ${one}`)
    if (twoBefore !== undefined) add(CLASSES, `${twoBefore} _ ${one}`)
  })
  tokens.forEach((token, n) => {
    const [before, after] = [known[n - 1], known[n + 1]]
    if (before) add(CLASS_WITH_WORD, `${before}>${token}`)
    if (after) add(CLASS_WITH_WORD, `${token}>${after}`)
  })
}
