import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('quotes special characters, leaves missing values empty, disarms formulas', () => {
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

test.each([
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1+1', '"\'\t\'=1+1"'],
  ['Nails\t=1+1', '"Nails\t\'=1+1"'],
  ['Nails\t @SUM(A1)', '"Nails\t\' @SUM(A1)"'],
  ['Nails\t\t+1', '"Nails\t\'\t\'+1"'],
  ['Nails\t-1', '"Nails\t\'-1"'],
  ['Nails\t＝1', '"Nails\t\'＝1"'],
  ['Nails\r\n=1', '"Nails\r\n\'=1"'],
  ['\n=1', '"\n\'=1"'],
  [' \t =1', '"\' \t\' =1"'],
  [`${' '.repeat(100)}=1`, `'${' '.repeat(100)}=1`],
  ['Nails;\u00a0=1', '"Nails;\'\u00a0=1"'],
  ['Nails\tBrows', '"Nails\tBrows"'],
  ['\r=1', '"\'\r\'=1"'],
  ['  =1+1', "'  =1+1"],
  ['Nails;=1+1', '"Nails;\'=1+1"'],
  ['Nails; @SUM(A1)', '"Nails;\' @SUM(A1)"'],
  ['Nails\n=1+1', '"Nails\n\'=1+1"'],
  ['＝1+1', "'＝1+1"],
  ['Nails; Brows', '"Nails; Brows"'],
  ['Cut = 20 + tip', 'Cut = 20 + tip'],
  ['a-b@c.example', 'a-b@c.example'],
  ['+447700900142', '+447700900142'],
])('%j cannot run as a formula', (value, expected) => {
  expect(toCsv(['A'], [[value]])).toBe(`\uFEFFA\r\n${expected}\r\n`)
})
