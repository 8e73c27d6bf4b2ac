import { expect, test } from 'vitest'
import { mailHtml, mailText } from './mailTemplate.ts'

const evil = '<script>alert(1)</script> & "Glow"'
const content = {
  greeting: `Hello ${evil},`,
  paragraphs: ['First line\nsecond line', evil],
  rows: [
    { label: 'To pay', value: '€120.00' },
    { label: evil, value: evil },
  ],
  button: { label: `Open ${evil}`, url: 'https://x.example/o/t?a=1&b="><img src=x>' },
  notes: [evil],
}
const off = { url: 'https://x.example/m/token', label: 'Daily summary' }

test('the HTML escapes markup in names', () => {
  const page = mailHtml(evil, content, off)
  expect(page).not.toMatch(/<script|<img/)
  expect(page.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt; &amp; &quot;Glow&quot;/g)).toHaveLength(7)
  expect(page).toContain('href="https://x.example/o/t?a=1&amp;b=&quot;&gt;&lt;img src=x&gt;"')
  expect(page).toContain('<a href="https://x.example/m/token"')
})

test('the plain text has the same content as the HTML', () => {
  const short = { paragraphs: ['First line\nsecond line'], notes: ['Thank you.'] }
  const text = mailText({ ...content, ...short, rows: content.rows.slice(0, 1) }, off)
  expect(text).toBe(`Hello <script>alert(1)</script> & "Glow",

First line
second line

To pay: €120.00

Open <script>alert(1)</script> & "Glow":
https://x.example/o/t?a=1&b="><img src=x>

Thank you.

Salonback
Salonback is a trading name of Salonback Limited, a company registered in Ireland.

You get "Daily summary" from Salonback. Turn it off: https://x.example/m/token
`)
})

test('missing parts leave no empty lines', () => {
  expect(mailText({ paragraphs: ['Hello'] }, null)).toBe(
    'Hello\n\nSalonback\nSalonback is a trading name of Salonback Limited, a company registered in Ireland.\n',
  )
  expect(mailHtml('Hello', { paragraphs: ['Hello'] }, null)).not.toMatch(/<table|<a |undefined|null|\[object/)
})
