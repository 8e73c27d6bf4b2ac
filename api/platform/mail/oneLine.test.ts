import { expect, test } from 'vitest'
import { oneLine } from './oneLine.ts'

test.each([
  ['Statement 7 for Glow', 'Statement 7 for Glow'],
  ['  Glow \t Hair  ', 'Glow Hair'],
  ['Glow\r\nBcc: eve@evil.example', 'Glow Bcc: eve@evil.example'],
  ['Glow\nContent-Type: text/html\n\n<b>', 'Glow Content-Type: text/html <b>'],
  ['Glow\rX: y', 'Glow X: y'],
  ['Glow\u2028X\u2029Y\u0085Z', 'Glow X Y Z'],
  ['Glow\u0000\u0007Hair', 'Glow Hair'],
  // A direction mark would show "gpj.exe" as "exe.jpg".
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['Siobhán 💇‍♀️ 例え', 'Siobhán 💇‍♀️ 例え'],
  ['', ''],
  ['\r\n', ''],
])('%j becomes %j', (text, line) => {
  expect(oneLine(text)).toBe(line)
})

test('a long subject is cut to 200 letters, never inside an emoji', () => {
  expect(oneLine('💇'.repeat(200))).toBe('💇'.repeat(200))
  expect(oneLine('💇'.repeat(201))).toBe(`${'💇'.repeat(199)}…`)
  expect(oneLine(`${'a'.repeat(198)} ${'b'.repeat(50)}`)).toBe(`${'a'.repeat(198)}…`)
})
