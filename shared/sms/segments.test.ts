import { expect, test } from 'vitest'
import { segments } from './segments.ts'

const a = (count: number) => 'a'.repeat(count)

test.each<[string, string, 'GSM-7' | 'UCS-2', number, number, number, number, number]>([
  // what, body, encoding, segments, characters, units, perSegment, remaining
  ['nothing', '', 'GSM-7', 0, 0, 0, 160, 160],
  ['one letter', 'a', 'GSM-7', 1, 1, 1, 160, 159],
  ['a full GSM-7 text', a(160), 'GSM-7', 1, 160, 160, 160, 0],
  ['one more', a(161), 'GSM-7', 2, 161, 161, 153, 145],
  ['two full parts', a(306), 'GSM-7', 2, 306, 306, 153, 0],
  ['into a third part', a(307), 'GSM-7', 3, 307, 307, 153, 152],
  ['the longest text', a(1600), 'GSM-7', 11, 1600, 1600, 153, 83],
  ['a euro counts two', '€', 'GSM-7', 1, 1, 2, 160, 158],
  ['159 and a euro', `${a(159)}€`, 'GSM-7', 2, 160, 161, 153, 145],
  ['158 and a euro', `${a(158)}€`, 'GSM-7', 1, 159, 160, 160, 0],
  ['an escape pair at the edge moves whole', `${a(152)}€${a(20)}`, 'GSM-7', 2, 173, 174, 153, 131],
  ['an escape pair fits the edge', `${a(151)}€${a(20)}`, 'GSM-7', 2, 172, 173, 153, 133],
  ['a moved pair costs a part', `${a(152)}€${a(152)}`, 'GSM-7', 3, 305, 306, 153, 152],
  ['all ten extension characters', '\f^{}\\[~]|€', 'GSM-7', 1, 10, 20, 160, 140],
  ['accents the alphabet has', 'èéùìòÇØøÅåÆæßÉÄÖÑÜäöñüà', 'GSM-7', 1, 23, 23, 160, 137],
  ['greek capitals', 'ΔΦΓΛΩΠΨΣΘΞ', 'GSM-7', 1, 10, 10, 160, 150],
  ['line breaks', 'a\r\nb', 'GSM-7', 1, 4, 4, 160, 156],
  ['70 UCS-2 units', `í${a(69)}`, 'UCS-2', 1, 70, 70, 70, 0],
  ['71 UCS-2 units', `í${a(70)}`, 'UCS-2', 2, 71, 71, 67, 63],
  ['134 UCS-2 units', `í${a(133)}`, 'UCS-2', 2, 134, 134, 67, 0],
  ['135 UCS-2 units', `í${a(134)}`, 'UCS-2', 3, 135, 135, 67, 66],
  ['an emoji is two units', '👍', 'UCS-2', 1, 1, 2, 70, 68],
  ['35 emoji', '👍'.repeat(35), 'UCS-2', 1, 35, 70, 70, 0],
  ['36 emoji: 33 to a part', '👍'.repeat(36), 'UCS-2', 2, 36, 72, 67, 61],
  ['a surrogate pair at the edge moves whole', `${a(66)}👍${a(10)}`, 'UCS-2', 2, 77, 78, 67, 55],
  ['a euro is one unit in UCS-2', '€’', 'UCS-2', 1, 2, 2, 70, 68],
])('%s', (_, body, encoding, count, characters, units, perSegment, remaining) => {
  const counted = { encoding, segments: count, characters, units, perSegment, remaining }
  expect(segments(body)).toMatchObject(counted)
})

test.each([
  ['Hi, it’s us', '’'],
  ['“quoted”', '“'],
  ['a – b', '–'],
  ['wait…', '…'],
  ['`code`', '`'],
  ['tab\there', '\t'],
  ['a\u00a0b', '\u00a0'],
  ['Siobhán', 'á'],
  ['façade', 'ç'],
  ['ok 👍🏽', '👍'],
  ['plain', null],
  ['€ ^ {} [] ~ | \\', null],
])('%j is sent as UCS-2 because of %j', (body, offender) => {
  expect(segments(body).offender).toBe(offender)
  expect(segments(body).encoding).toBe(offender === null ? 'GSM-7' : 'UCS-2')
})

test('the GSM alphabet has 127 basic and 10 extension characters', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  const gsm = all.filter((character) => segments(character).encoding === 'GSM-7')
  expect(gsm.filter((character) => segments(character).units === 1)).toHaveLength(127)
  expect(gsm.filter((character) => segments(character).units === 2)).toHaveLength(10)
})

test('a text of maximum length is counted completely', () => {
  expect(segments('€👍a’'.repeat(320))).toMatchObject({ encoding: 'UCS-2', units: 1600, segments: 24 })
})

test.each([0, 1, 159, 160, 161, 305, 306, 307, 459, 460])(
  'the fast path for %i plain characters agrees with the slow path',
  (length) => {
    // A euro takes two units.
    const plain = segments(a(length))
    const looked = segments(`€${a(Math.max(0, length - 2))}`)
    if (length < 2) expect(plain.segments).toBe(length)
    else expect({ ...plain, characters: length - 1 }).toEqual(looked)
  },
)
