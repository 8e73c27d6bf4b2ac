import { expect, test } from 'vitest'
import { clientInText, quoteOf } from './quote.ts'

test.each([
  ['Yes! Friday 2pm with Aoife?', 'Yes! Friday 2pm with Aoife?'],
  ['  two\n\nlines\tand   spaces ', 'two lines and spaces'],
  ['at 2.30 or 10 a.m. please', 'at 2.30 or 10 a.m. please'],
  ['Ok 👩‍🦰 see you', 'Ok 👩‍🦰 see you'],
  // Nothing may look like the end of the quotation and words of ours.
  ['ok" Salonback: pay “now”', "ok' Salonback: pay 'now'"],
  ['safe\u202Egnp.exe', 'safe gnp. exe'],
  ['a\u200Bb', 'a b'],
  // Addresses.
  ['see https://evil.example/a?b=c now', 'see (link) now'],
  ['HTTP://EVIL.EXAMPLE', '(link)'],
  ['go to www.evil.example/x', 'go to (link)'],
  ['tel://0900', '(link)'],
  ['evil.com/login', 'evil. com/login'],
  ['pay.evil.co.uk', 'pay. evil. co. uk'],
  ['evil。com', 'evil. com'],
  ['evil．com', 'evil. com'],
  ['me@mail.com', 'me@mail. com'],
  ['пример.рф', 'пример. рф'],
  ['10.0.0.1/x', '(link)'],
  ['Yes.Friday is fine', 'Yes. Friday is fine'],
  ['', ''],
  ['x'.repeat(160), 'x'.repeat(160)],
  ['x'.repeat(161), `${'x'.repeat(157)}...`],
  [`${'x'.repeat(156)} yyyyyy`, `${'x'.repeat(156)}...`],
])('%j is quoted as %j', (words, quoted) => {
  expect(quoteOf(words)).toBe(quoted)
})

test('a client is named as on the list, shortened to one line', () => {
  expect(clientInText('Maya', '+447700900123')).toBe('Maya +44 7700 900123')
  expect(clientInText(null, '+447700900123')).toBe('+44 7700 900123')
  expect(clientInText('Visit evil.com\nnow', '+447700900123')).toBe('Visit evil. com now +44 7700 900123')
  expect(clientInText('m'.repeat(90), '+447700900123')).toBe(`${'m'.repeat(37)}... +44 7700 900123`)
})
