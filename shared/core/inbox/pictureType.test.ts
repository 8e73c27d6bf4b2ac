import { expect, test } from 'vitest'
import { pictureType } from './pictureType.ts'

const text = (words: string) => new TextEncoder().encode(words)

test.each([
  ['JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'image/jpeg'],
  ['PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'image/png'],
  ['GIF', text('GIF89a  '), 'image/gif'],
  ['old GIF', text('GIF87a  '), 'image/gif'],
  ['WebP', text('RIFF1234WEBPVP8 '), 'image/webp'],
  ['a sound', text('RIFF1234WAVEfmt '), null],
  ['HTML', text('<!doctype html><script>'), null],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), null],
  ['PDF', text('%PDF-1.7'), null],
  ['a part of a PNG', new Uint8Array([0x89, 0x50, 0x4e]), null],
  ['nothing', new Uint8Array(), null],
])('%s is read by its bytes', (_, bytes, type) => {
  expect(pictureType(bytes)).toBe(type)
})
