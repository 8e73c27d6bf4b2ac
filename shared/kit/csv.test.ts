import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('quotes what must be quoted, leaves out what is missing, disarms formulas', () => {
  const csv = toCsv(
    ['A', 'B'],
    [
      ['plain', 1],
      ['a "word", and more', null],
      ['=1+1', '+447700900142'],
      ['two\nlines', undefined],
    ],
  )
  expect(csv).toBe(
    '\uFEFFA,B\r\nplain,1\r\n"a ""word"", and more",\r\n\'=1+1,+447700900142\r\n"two\nlines",\r\n',
  )
})
