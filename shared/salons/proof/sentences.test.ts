import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { groupsSentence, liftText, textsSentence, textsVerdict, verdictOf } from './sentences.ts'

test.each([
  [[180, 21], [20, 1], 'Of 180 clients we texted 21 came back, of 20 we did not text 1.'],
  [[180, 21], [20, 0], 'Of 180 clients we texted 21 came back, and none of 20 we did not text.'],
  [[180, 0], [20, 1], 'None of 180 clients we texted came back, of 20 we did not text 1.'],
  [[180, 0], [20, 0], 'None of 180 clients we texted came back, and none of 20 we did not text.'],
  [[1, 1], [1, 1], 'Of 1 client we texted 1 came back, of 1 we did not text 1.'],
  [[1, 0], [1, 0], 'None of 1 client we texted came back, and none of 1 we did not text.'],
  [[2, 1], [1, 0], 'Of 2 clients we texted 1 came back, and none of 1 we did not text.'],
  [[12400, 1240], [1378, 2], 'Of 12,400 clients we texted 1,240 came back, of 1,378 we did not text 2.'],
] as const)('%j and %j read well', ([people, returned], [aside, back], sentence) => {
  const groups = { texted: { people, returned }, keptAside: { people: aside, returned: back } }
  expect(groupsSentence(groups)).toBe(sentence)
})

test.each([
  [4, 0, 'Too few to tell yet.', '+2.2 points'],
  [21, 1, 'Too few to tell yet.', '+6.7 points (−12.4 to +13.5)'],
  [60, 1, 'More came back because of the text: about 28 of every 100.', '+28.3 points (+8.6 to +36.6)'],
  [9, 5, 'So far the text did not bring more back.', '−20.0 points (−42.0 to −5.6)'],
])('%i and %i of 180 and 20: %s', (texted, aside, verdict, lift) => {
  const compared = compare({ people: 180, returned: texted }, { people: 20, returned: aside })
  expect(verdictOf(compared)).toBe(verdict)
  expect(liftText(compared)).toBe(lift)
})

test.each([
  [[100, 12], [100, 5], '12 of 100 clients came back after version 3, 5 of 100 after version 4.', null],
  [[100, 0], [101, 0], 'None of 100 clients came back after version 3, none of 101 after version 4.', null],
  [[1, 1], [1, 0], '1 of 1 client came back after version 3, none of 1 after version 4.', null],
  [[200, 16], [200, 50], '16 of 200 clients came back after version 3, 50 of 200 after version 4.', 4],
  [[200, 50], [200, 16], '50 of 200 clients came back after version 3, 16 of 200 after version 4.', 3],
] as const)('two texts, %j and %j', ([people, returned], [others, back], sentence, better) => {
  const other = { version: 4, people: others, returned: back }
  const texts = { one: { version: 3, people, returned }, other }
  expect(textsSentence(texts)).toBe(sentence)
  // Owners know a version as an offer.
  expect(textsSentence(texts, 'offer')).toBe(sentence.replaceAll('version', 'offer'))
  expect(textsVerdict(texts)).toBe(
    better ? `More came back because of version ${better}.` : 'Too few to tell yet.',
  )
})

test.each([
  [0, '0.0 points'],
  [0.0004, '0.0 points'],
  [-0.0004, '0.0 points'],
  [0.0006, '+0.1 points'],
  [-0.0006, '−0.1 points'],
])('a lift of %d is %s', (lift, words) => {
  expect(liftText({ lift, interval: null })).toBe(words)
})
