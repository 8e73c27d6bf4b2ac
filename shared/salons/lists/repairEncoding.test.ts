import { expect, test } from 'vitest'
import { greeting } from '../clients/greeting.ts'
import { readName } from './listValues.ts'
import { repairEncoding } from './repairEncoding.ts'

const wrong = (text: string, times = 1): string => {
  const bytes = [...Buffer.from(text)]
  const shown = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
  const once = bytes
    .map((byte) => (byte >= 0x80 && byte < 0xa0 ? shown[byte - 0x80] : String.fromCharCode(byte)))
    .join('')
  return times > 1 ? wrong(once, times - 1) : once
}

const names = 'Siobhán Zoë Éilís Áine Łukasz Ștefania Chloé Müller Ángela Šarūnė O’Neill João'

test.each(names.split(' '))('%s is repaired', (name) => {
  for (const times of [1, 2, 3]) expect(readName(wrong(name, times))).toBe(name)
})

test.each(['SiobhÃ¡n', 'SiobhÃƒÂ¡n'])('%s as it stands in a list', (name) => {
  expect(greeting(readName(name))).toBe('Hi Siobhán')
})

test.each(['Siobhán', 'JOÃO', 'ÂNGELA', 'Zoë', 'Ñuria', 'Ann', '李', 'Ødegård', 'François', ''])(
  '%j stays',
  (name) => {
    expect(repairEncoding(name)).toBe(name)
  },
)

test.each([
  ...['Siobh�n', 'SiobhÃn', 'Siobh?n', 'Siobh‡n', 'Siobh√°n', 'Zo├½', 'Siobh&aacute;n', 'Siobh%C3%A1n'],
  ...['Ã ine', 'ChloÃ', 'Zo\\u00eb', 'ÃƒÂine'],
])('%j cannot be repaired and is no greeting', (name) => {
  expect(greeting(readName(name))).toBe('Hi there')
})
