import { expect, test } from 'vitest'
import { mailAddress } from './mailAddress.ts'

const long = 'a'.repeat(64)
const label = 'b'.repeat(63)

test.each([
  ['aoife@glow.ie', 'aoife@glow.ie'],
  ['  aoife@glow.ie\n', 'aoife@glow.ie'],
  ['Aoife.Byrne+bills@Glow.IE', 'Aoife.Byrne+bills@glow.ie'],
  ["o'neill@glow.ie", "o'neill@glow.ie"],
  ['a@b.co.uk', 'a@b.co.uk'],
  ['owner@bücher.example', 'owner@xn--bcher-kva.example'],
  ['owner@xn--bcher-kva.example', 'owner@xn--bcher-kva.example'],
  ['siobhán@glow.ie', 'siobhán@glow.ie'],
  ['用户@例え.テスト', '用户@xn--r8jz45g.xn--zckzah'],
  // A letter with a combining accent is stored as one letter.
  ['siobhán@glow.ie', 'siobhán@glow.ie'],
  [`${long}@glow.ie`, `${long}@glow.ie`],
  [`a@${label}.ie`, `a@${label}.ie`],
])('%j is the address %s', (text, address) => {
  expect(mailAddress(text)).toBe(address)
})

test.each([
  [''],
  ['aoife'],
  ['@glow.ie'],
  ['aoife@'],
  ['aoife@glow'],
  ['aoife@localhost'],
  ['aoife@127.0.0.1'],
  ['aoife@[127.0.0.1]'],
  ['aoife@glow.ie:25'],
  ['aoife@glow.ie/path'],
  ['aoife@glow..ie'],
  ['aoife@.glow.ie'],
  ['aoife@glow.ie.'],
  ['aoife@-glow.ie'],
  ['aoife@glow%2eie'],
  ['.aoife@glow.ie'],
  ['aoife.@glow.ie'],
  ['ao..ife@glow.ie'],
  ['ao ife@glow.ie'],
  ['aoife@glow.ie, eve@evil.example'],
  ['aoife@glow.ie;eve@evil.example'],
  ['aoife@glow.ie\r\nBcc: eve@evil.example'],
  ['aoife\n@glow.ie'],
  ['aoife\u0000@glow.ie'],
  ['aoife@glow\r\n.ie'],
  ['Aoife <aoife@glow.ie>'],
  ['<aoife@glow.ie>'],
  ['"aoife"@glow.ie'],
  ['aoife@eve@glow.ie'],
  [`a${long}@glow.ie`],
  [`${'á'.repeat(40)}@glow.ie`],
  [`a@b${label}.ie`],
  [`${long}@${`${label}.`.repeat(3)}ie`],
])('%j is no address', (text) => {
  expect(mailAddress(text)).toBeNull()
})
