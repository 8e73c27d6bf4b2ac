import { latinInTexts } from '../lookAlikes.ts'

/** Digits and signs that stand for a letter inside of a word. */
const signs: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  $: 's',
  '@': 'a',
  '+': 't',
  '*': 'o',
  '€': 'e',
  '§': 's',
  '†': 't',
}

const keywords = /^(?:stop|stopall|unsubscribe|unsub|quit|remove|delete|cancel|optout)$/

/** Letters on coloured squares and circles, which no normal form turns into plain ones. */
const onSquares = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu

export const withPlainSquares = (text: string): string =>
  text
    .replaceAll('🇸🇹🇴🇵', 'stop')
    .replace(/(?<=st)[🛑⭕🔴⚫⚪]\ufe0f?(?=p)/giu, 'o')
    .replace(onSquares, (sign) => String.fromCharCode(97 + (((sign.codePointAt(0) ?? 0) - 0x1f150) % 32)))

/**
 * Turns letters of other alphabets and digits into the Latin letters they look like, where a word mixes alphabets or
 * spells a keyword. Words of another language stay as they are. `text`: lower case, without marks.
 */
export function withLatinLetters(text: string): string {
  return text.replace(/[\p{L}\p{N}$@+*€§†]+/gu, (word) => {
    if (/^[a-z]+$/.test(word)) return word
    const plain = [...word].map((letter) => latinInTexts.get(letter) ?? letter).join('')
    const mixes = /[a-z]/.test(word) && /^[a-z\d]+$/.test(plain)
    const spelt = mixes ? plain.replace(/^ctop/, 'stop') : word
    // С and Σ look like S in none of the alphabets, but people write them for it.
    const withS = plain.replace(/^c|^o(?=top)/, 's')
    if (keywords.test(withS)) return withS
    const meant = [...plain].map((sign) => signs[sign] ?? sign).join('')
    return keywords.test(meant) ? meant : spelt
  })
}
