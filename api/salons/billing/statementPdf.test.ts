import { inflateSync } from 'node:zlib'
import { statementForTests } from '@salonback/shared/salons/billing/testing.ts'
import { expect, test } from 'vitest'
import { printableText, statementPdf } from './statementPdf.ts'

/** The words of a PDF. Its streams hold them in hexadecimal, as Windows-1252. */
function wordsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  const words = [...streams.join('').matchAll(/\[(.*?)\] TJ/g)].map(([, parts = '']) =>
    [...parts.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex')),
  )
  // Some versions of Node decode Windows-1252 as Latin-1.
  return words
    .map((parts) => Buffer.concat(parts).toString('latin1').replaceAll('\x80', '€').replaceAll('\x92', '’'))
    .join('\n')
}

test('a statement’s PDF has its parties, lines, sums and how to pay, with euros, pounds and accents', async () => {
  const names = { salonName: 'Zoë’s Hair', ownerName: 'Áine Ní Bhroin' }
  const words = wordsOf(await statementPdf(statementForTests(3, { ...names, currency: 'EUR' })))
  for (const part of [
    'Statement 3',
    'For Zoë’s Hair, Áine Ní Bhroin',
    '€13.50',
    '101-3',
    'IE00 SAMP',
    '24 April 2026',
  ])
    expect(words).toContain(part)
  expect(wordsOf(await statementPdf(statementForTests(3)))).toContain('£4.50')
})

test('eighty lines take several pages', async () => {
  const [line] = statementForTests(1).lines
  const pdf = await statementPdf(
    statementForTests(1, { lines: line ? Array.from({ length: 80 }, () => line) : [] }),
  )
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2)
})

test.each([
  ['Zoë Müller £5 €6 – “ok”…', 'Zoë Müller £5 €6 – “ok”…'],
  ['Şule Łukasz Đoković', 'Sule Lukasz Dokovic'],
  ['Zoe\u0308', 'Zoë'],
  ['美 £45.00 → £50.00', '? £45.00 to £50.00'],
])('%s is printed as %s', (text, words) => {
  expect(printableText(text)).toBe(words)
})
