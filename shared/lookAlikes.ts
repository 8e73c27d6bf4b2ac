/** Letters that look like a Latin letter, by that letter. Marks are removed before. */
const alikes: Record<string, string> = {
  a: 'аαɑᴀ',
  b: 'ьвβƅʙ',
  c: 'сϲᴄ',
  d: 'ԁɗᴅ',
  e: 'еεєҽᴇ',
  f: 'ƒꜰ',
  g: 'ɡԍցɢ',
  h: 'нһհʜ',
  i: 'іιıɩɪ',
  j: 'јϳᴊ',
  k: 'кκᴋ',
  l: 'ӏʟⅼ',
  m: 'мᴍ',
  n: 'ηոпɴ',
  o: 'оοσօᴏ',
  p: 'рρᴘ',
  q: 'ԛզ',
  r: 'гᴦʀ',
  s: 'ѕʂꜱ',
  t: 'тτᴛ',
  u: 'υսцᴜ',
  v: 'νѵᴠ',
  w: 'ԝωաᴡ',
  x: 'хχ',
  y: 'уγүʏ',
  z: 'ᴢ',
}
/** Letters that only stand for a Latin one in a text such as `ƨтøп`. In names they are letters in their own right. */
const alikesInTexts: Record<string, string> = {
  d: 'đδ',
  h: 'ħ',
  l: '|',
  m: 'μ',
  n: 'и',
  o: 'øס๐০०口ㄖꮎꓳ',
  p: 'πᑭ卩ꮲꓑ',
  s: 'ƨςՏᔕ丂տꮪꓢ',
  t: 'ŧㄒ丅ꭲꓔ',
  w: 'ш',
}
const byLetter = (table: Record<string, string>) =>
  Object.entries(table).flatMap(([letter, all]) => [...all].map((one): [string, string] => [one, letter]))
const latin = new Map(byLetter(alikes))

/** The Latin letter that a letter of a text stands for, by that letter. */
export const latinInTexts: ReadonlyMap<string, string> = new Map([...latin, ...byLetter(alikesInTexts)])

/** Capital I, 1 and | look like l, and 0 like o. The Cyrillic and Greek capitals І and Ι do too. */
const shapes: Record<string, string> = { I: 'l', І: 'l', Ι: 'l', Ӏ: 'l', '1': 'l', '|': 'l', '0': 'o' }

/**
 * What a reader sees: two texts with the same skeleton look alike. Full-width letters, marks, case and kinds of dashes and
 * spaces do not count.
 */
export function latinSkeleton(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[‘’ʼ`´]/gu, "'")
    .replace(/\s+/gu, ' ')
    .trim()
  return [...plain].map(shapeOf).join('')
}

function shapeOf(letter: string): string {
  const lower = letter.toLowerCase()
  return shapes[letter] ?? latin.get(lower) ?? lower
}
