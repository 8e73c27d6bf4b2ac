import { brand } from '@salonback/shared/brand.ts'
import { loginName } from './names.ts'

const MIN_LENGTH = 8
const MAX_LENGTH = 256

/** zxcvbn's time grows with the square of the length, and a password is strong if its first characters are. */
const MAX_CHECKED_LENGTH = 24

/** Guesses by zxcvbn's estimate. The throttle allows about a hundred a day. */
const MIN_GUESSES = 1e7

/** The reason to reject this password, as the end of a sentence, or null. */
type PasswordRule = (password: string, username: string) => string | null

/**
 * Rejects common passwords: listed ones, names, dates, keyboard rows, and those that are mostly the username or our name.
 * Loaded on demand, because the lists take tens of megabytes.
 */
export async function passwordRule(): Promise<PasswordRule> {
  const { guesses, isCommon, isFirstName, isLastName } = await dictionaries()
  const weak = (text: string, username: string) =>
    guesses(text.slice(0, MAX_CHECKED_LENGTH), username) < MIN_GUESSES
  const isFullName = (words: string[]) =>
    words.length <= 3 &&
    words.some(isFirstName) &&
    words.every((word) => isFirstName(word) || isLastName(word))

  return (password, username) => {
    if (password.length < MIN_LENGTH) return `needs at least ${MIN_LENGTH} characters`
    if (password.length > MAX_LENGTH) return `may have ${MAX_LENGTH} characters`
    const plain = password.normalize('NFKC').toLowerCase()
    const rest = without(plain, ownNames(username))
    if (rest !== plain && weak(rest, username)) return `is mostly the username or the name ${brand.name}`
    // A common word with something before or after it: the rest must be strong by itself.
    const core = plain.replace(/^\P{L}+|\P{L}+$/gu, '')
    const decorated = (isCommon(core) || isFirstName(core)) && weak(without(plain, [core]), username)
    if (decorated || isFullName(plain.match(/\p{L}+/gu) ?? []) || weak(password, username)) return tooEasy
    return null
  }
}

const tooEasy = 'is too easy to guess: choose a longer one, or several unrelated words'

const ownNames = (username: string) =>
  [...loginName(username).split(/[^\p{L}\p{N}]+/u), brand.name.toLowerCase()].filter(
    (name) => name.length > 2,
  )

const without = (text: string, names: string[]) =>
  names.reduce((left, name) => left.replaceAll(name, ''), text)

async function dictionaries() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: 10,
  })
  const listed = (list: readonly unknown[] | undefined) => {
    const names = new Set(list)
    return (word: string) => names.has(word)
  }
  const lists = { ...common.dictionary, ...english.dictionary } as Record<string, readonly unknown[]>
  return {
    guesses: (text: string, username: string) => zxcvbn.check(text, [username]).guesses,
    isCommon: listed(lists['passwords-common']),
    isFirstName: listed(lists['firstnames-en']),
    isLastName: listed(lists['lastnames-en']),
  }
}
