import { expect, test } from 'vitest'
import { hardWordsOf, proseOf } from './prose.ts'

test('comments of every kind and titles are prose', () => {
  const source = [
    'call() // after code',
    '/**',
    ' * A docstring',
    ' * of two lines. */',
    '<b>{/* in a screen */}</b>',
    "test('a plain title', () => {})",
    "test.each(rows)('a title of %s', () => {})",
    'describe(\n  "a group", () => {})',
    "countWrong('a row of a proof', [], check)",
  ].join('\n')
  expect(proseOf('a.tsx', source).map((text) => text.trim())).toEqual([
    'after code',
    '* A docstring of two lines.',
    'in a screen',
    'a plain title',
    'a title of %s',
    'a group',
    'a row of a proof',
  ])
  expect(proseOf('a.sql', 'select 1 -- one\n--two')).toEqual([' one', 'two'])
})

test('strings and addresses are not prose', () => {
  const source = "const address = 'https://example.com/*' + label('a screen text')"
  expect(proseOf('a.ts', source)).toEqual([])
})

test('hard words are found in any case, but not inside longer words', () => {
  expect(hardWordsOf('a.ts', '// Nobody knocks twice, so it is told at once.')).toEqual([
    'nobody',
    'knocks',
    'is told',
    'at once',
  ])
  expect(hardWordsOf('a.ts', '// The forgoing and the whoevers do not count.')).toEqual([])
})
