import { expect, test } from 'vitest'
import { OTHER_NUMBERS, SPELLINGS } from '../../testing/phoneSpellings.ts'
import { normalizeText, numberFinder } from './spelling.ts'

const ana = numberFinder('+447700900123')
const cut = (finder: ReturnType<typeof numberFinder>, text: string) => finder.replace(text, '[erased]')

test.each(SPELLINGS)('%s is found, alone and inside text', (spelling) => {
  expect(ana.find(spelling).length).toBeGreaterThan(0)
  const sentences = [`Ring ${spelling}, please`, `a${spelling}b`, `12. ${spelling} (2 chairs)`]
  for (const text of [...sentences, `“${spelling}”`]) {
    const left = cut(ana, text)
    expect(left).toContain('[erased]')
    expect(ana.find(left)).toEqual([])
    expect(left).not.toMatch(/7.?7.?0.?0.?9.?0.?0/)
  }
})

test.each(OTHER_NUMBERS)('%s is another number', (spelling) => {
  for (const text of [spelling, `Ring ${spelling}, please`, `“${spelling}”`])
    expect(cut(ana, text)).toBe(text)
  expect(ana.is(spelling)).toBe(false)
})

test.each([
  ['Ask Ana, +44 7700 900123, she knows', 'Ask Ana, [erased], she knows'],
  ['07700900123/07700900124', '[erased]/07700900124'],
  ['+447700900124 +447700900123 +447700900125', '+447700900124 [erased] +447700900125'],
  ['https://x.y/?mobile=%2B447700900123&a=%20b', 'https://x.y/?mobile=[erased]&a=%20b'],
  ['é ü +44 7700 900123 ñ 😀', 'é ü [erased] ñ 😀'],
  ['%20%2B44%207700%20900123%20é', '%20[erased]%20é'],
  ['07700 900123 and 07700900123', '[erased] and [erased]'],
])('%j becomes %j', (text, left) => {
  expect(cut(ana, text)).toBe(left)
})

test.each([
  ['447700900123', true],
  ['00447700900123', true],
  ['07700900123', true],
  ['+44 7700 900123 ', true],
  ['7700900123', false],
  ['07700900123 or 07700900124', false],
  ['Ana 07700900123', false],
])('%j alone: %j', (text, is) => {
  expect(ana.is(text)).toBe(is)
})

test.each([
  // Regression: these matched data of strangers.
  ['+6591234567', ['+447912345678', '447912345678', '07912345678', '91234567', '0791234567']],
  ['+6834002', ['6834002', '+16834002000', '+447683400212', '06834002', '4002', '+1 683 400 2123']],
  // Same national digits in another country.
  ['+12025550142', ['+442025550142', '+44 2025550142', '44 2025550142', '(44) 202-555-0142', '+12025550143']],
  ['+34612345678', ['+33612345678', '06 12 34 56 78', '+33 6 12 34 56 78']],
  ['+353209120142', ['+44209120142', '+3532091201423', '02091201423', '+353 20 912 014']],
])('%s matches none of %j', (phone, others) => {
  const finder = numberFinder(phone)
  for (const other of others) {
    expect(cut(finder, `Ring ${other}, please`)).toBe(`Ring ${other}, please`)
    expect(finder.is(other)).toBe(false)
  }
})

test.each([
  ['+6834002', ['+6834002', '+683 4002', '%2B6834002']],
  ['+6591234567', ['+65 9123 4567', '6591234567', '00 65 9123-4567']],
  ['+12025550142', ['(202) 555-0142', '2025550142', '1-202-555-0142', '+1 202.555.0142', '5. 202-555-0142']],
  ['+34612345678', ['612 34 56 78', '+34 612345678', '0034612345678']],
  ['+353209120142', ['020 912 0142', '(020) 912 0142', '00353209120142']],
  ['+79123456789', ['8 (912) 345-67-89', '+7 912 345 67 89']],
  ['+3612345678', ['06 1 234 5678', '+36 1 234 5678']],
])('%s matches each of %j', (phone, spellings) => {
  for (const spelling of spellings) {
    expect(cut(numberFinder(phone), `Ring ${spelling}, please`)).not.toContain(spelling.slice(-4))
  }
})

test('offsets map back to the original text', () => {
  const text = 'a%C3%A9b٣c'
  const { text: read, offsets } = normalizeText(text)
  expect(read).toBe('aéb3c')
  const originals = offsets?.from.map((from, n) => text.slice(from, offsets.to[n]))
  expect(originals).toEqual(['a', '%C3%A9', 'b', '٣', 'c'])
})

test('matching takes linear time', () => {
  const worst = [...['4 ', '07700 90012', '+44 (0) ', '%2B44', '0        ', '٣', '%34', 'ﷺ'], '447700900124 ']
  const cost = (text: string) => {
    const from = process.cpuUsage()
    ana.replace(text, '[erased]')
    const { user, system } = process.cpuUsage(from)
    return (user + system) / 1000
  }
  for (const piece of worst) {
    const of = (length: number) => piece.repeat(Math.ceil(length / piece.length))
    cost(of(40_000))
    const [short, long] = [cost(of(40_000)), cost(of(320_000))]
    expect([piece, (long + 5) / (short + 5) < 40]).toEqual([piece, true])
  }
})
