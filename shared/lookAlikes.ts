/** Letters of other alphabets by the Latin letter that they look like. */
const alikes: Record<string, string> = {
  a: 'аαɑ',
  b: 'ьвβƅ',
  c: 'сϲ',
  d: 'ԁɗ',
  e: 'еεєҽ',
  f: 'ƒ',
  g: 'ɡԍց',
  h: 'нһհ',
  i: 'іιıɩ',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏ',
  m: 'м',
  n: 'ηոп',
  o: 'оοσօ',
  p: 'рρ',
  q: 'ԛզ',
  r: 'гᴦ',
  s: 'ѕʂ',
  t: 'тτ',
  u: 'υսц',
  v: 'νѵ',
  w: 'ԝωա',
  x: 'хχ',
  y: 'уγү',
  z: 'ᴢ',
}
const latin = new Map(Object.entries(alikes).flatMap(([letter, all]) => [...all].map((one) => [one, letter])))

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
