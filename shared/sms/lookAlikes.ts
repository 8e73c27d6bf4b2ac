/** Letters of other alphabets by the Latin letter they look like. Marks are removed before. */
const alikes: Record<string, string> = {
  a: 'аαɑᴀ',
  b: 'вьЬβʙƅ',
  c: 'сϲᴄ',
  d: 'ԁɗᴅđδ',
  e: 'еεᴇєҽ',
  f: 'ꜰƒ',
  g: 'ɡɢԍ',
  h: 'нһʜħ',
  i: 'іιıɪӏ',
  j: 'јᴊ',
  k: 'кκᴋ',
  l: 'ʟⅼ|',
  m: 'мμᴍ',
  n: 'пηɴոи',
  o: 'оοσօᴏøס๐০०',
  p: 'рρᴘπ',
  q: 'ԛ',
  r: 'гᴦʀ',
  s: 'ѕʂꜱƨѕςՏ',
  t: 'тτᴛŧ',
  u: 'υսᴜ',
  v: 'νѵᴠ',
  w: 'ԝωᴡш',
  x: 'хχ',
  y: 'уγʏ',
  z: 'ᴢ',
}
const latin = new Map(Object.entries(alikes).flatMap(([letter, all]) => [...all].map((one) => [one, letter])))

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
}

const keywords = /^(?:stop|stopall|unsubscribe|unsub|quit|remove|delete|cancel|optout)$/

/** Letters on coloured squares and circles, which no normal form turns into plain ones. */
const onSquares = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu

export const withPlainSquares = (text: string): string =>
  text
    .replaceAll('🇸🇹🇴🇵', 'stop')
    .replace(onSquares, (sign) => String.fromCharCode(97 + (((sign.codePointAt(0) ?? 0) - 0x1f150) % 32)))

/**
 * Turns letters of other alphabets and digits into the Latin letters they look like, where a word mixes alphabets or
 * spells a keyword. Words of another language stay as they are. `text`: lower case, without marks.
 */
export function withLatinLetters(text: string): string {
  return text.replace(/[\p{L}\p{N}$@+*€§]+/gu, (word) => {
    if (/^[a-z]+$/.test(word)) return word
    const plain = [...word].map((letter) => latin.get(letter) ?? letter).join('')
    const mixes = /[a-z]/.test(word) && /^[a-z\d]+$/.test(plain)
    const spelt = (mixes ? plain : word).replace(/^ctop/, 'stop')
    if (keywords.test(plain.replace(/^c/, 's'))) return plain.replace(/^c/, 's')
    const meant = [...plain].map((sign) => signs[sign] ?? sign).join('')
    return keywords.test(meant) ? meant : spelt
  })
}
