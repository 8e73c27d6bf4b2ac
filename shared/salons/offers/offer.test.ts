import { describe, expect, test } from 'vitest'
import { segments } from '../../sms/segments.ts'
import { MAX_BODY } from '../../sms/template.ts'
import { nameCost, offerErrors, offerSamples, writeOffer } from './offer.ts'

const salon = { name: 'Glow Studio' }
const link = 'https://salonback.example/b/0123456789abcdefghijkl'

const start = 'Please start with the name of the salon: {salon}'
const hi = 'Please write Hi, Hello or Hey before {firstName}: without a name it becomes "Hi there"'
const last = 'How to stop must be the last sentence'
const unknown = (name: string) => `There is no field {${name}}. You can use {firstName}, {salon} and {link}.`

describe('the text of an offer', () => {
  test.each<[string, string | undefined]>([
    ['{salon}: Hi {firstName}, 20% off a cut this week: {link}', undefined],
    ['{salon}: Hi {firstName}, 20% off. {link} Reply STOP to opt out.', undefined],
    ['{salon}: Hi {firstName}! Reply YES to book or STOP to opt out.', undefined],
    ['{salon}: 20% off. Text “STOP” to opt out', undefined],
    ['{ Salon } here. Hello {FIRSTNAME}, come back', undefined],
    ['Glow Studio: hey {firstName}, come back', undefined],
    ['GLOW STUDIO here. Come back', undefined],
    ['  \nGlow Studio\nHi  {firstName}', undefined],
    ['', 'Please write the text'],
    [' \n', 'Please write the text'],
    ['{salon}: Hi {name}', unknown('name')],
    ['{salon}: Hi {frstName}, {link}', unknown('frstname')],
    ['{salon}: Hi {first name}', unknown('first name')],
    ['{salon}: {}', unknown('')],
    ['{salon}: Hi {firstName', 'A field must read like {firstName}, with both brackets'],
    ['{salon}: Hi firstName}', 'A field must read like {firstName}, with both brackets'],
    ['Hi {firstName}, {salon} here', start],
    ['Hi from Glow Studio', start],
    ['Glow Studios: 20% off', start],
    ['Glow: 20% off', start],
    ['The Glow Studio: 20% off', start],
    ['{link} {salon}', start],
    ['{salon}: {firstName}, come back', hi],
    ['{salon}: Dear {firstName}', hi],
    ['{salon}: Hi, {firstName}', hi],
    ['{salon}: Delhi {firstName}', hi],
    ['{salon}: Hi {firstName}, we miss you {firstName}', hi],
    ['{salon}: Reply STOP to opt out. See you soon', last],
    ['{salon}: Reply STOP to opt out. Glow Studio', last],
    ['{salon}: Reply STOP to opt out.\nBook now', last],
    ['{salon}: Reply STOP to opt out. {link}', undefined],
    ['{salon}: reply CANCEL for no more', 'Please do not ask for CANCEL: carriers read it as an opt-out'],
    ['{salon}: book at https://bit.ly/abc', 'Please use a full link: carriers block bit.ly'],
    [`{salon}: ${'x'.repeat(MAX_BODY)}`, 'A text may have 1600 characters'],
    [`{salon}: ${'{link}'.repeat(16)}`, 'A text may have 1600 characters'],
  ])('%j: %s', (text, message) => {
    expect(offerErrors(text, salon)).toEqual(message ? { text: message } : {})
  })

  test('a name with signs is compared as it is written', () => {
    expect(offerErrors('Hair (by Jo) & Co.: come back', { name: 'Hair (by Jo) & Co.' })).toEqual({})
    expect(offerErrors('Hair by Jo: come back', { name: 'Hair (by Jo) & Co.' })).toEqual({ text: start })
  })

  test('a valid offer never exceeds the length limit', () => {
    const room =
      MAX_BODY - 'Glow Studio Hi '.length - 60 - ' '.length - 100 - ' Reply STOP to opt out.'.length
    const text = `{salon} ${'x'.repeat(room - 1)} Hi {firstName} {link}`
    expect(offerErrors(text, salon)).toEqual({})
    expect(offerErrors(`${text}x`, salon)).toEqual({ text: 'A text may have 1600 characters' })
  })
})

describe('the text to one client', () => {
  const back = '{salon}: Hi {firstName}, come back.'
  const stop = ' Reply STOP to opt out.'

  test.each<[string, string | null, string, number]>([
    [back, 'MARY', 'Glow Studio: Hi Mary, come back. Reply STOP to opt out.', 1],
    [back, null, 'Glow Studio: Hi there, come back. Reply STOP to opt out.', 1],
    [back, 'MRS SMITH', 'Glow Studio: Hi there, come back. Reply STOP to opt out.', 1],
    ['{salon}: Hi {firstName}.', "o'neill", "Glow Studio: Hi O'Neill. Reply STOP to opt out.", 1],
    ['{salon}: Hi {firstName}.', 'Siobhán', 'Glow Studio: Hi Siobhán. Reply STOP to opt out.', 1],
    ['{salon}: Hi {firstName}.', '{link}', 'Glow Studio: Hi there. Reply STOP to opt out.', 1],
    ['{ SALON }: { Link }', 'Mary', `Glow Studio: ${link} Reply STOP to opt out.`, 1],
    ['{salon}: Hi {firstName}. Reply STOP to opt out.', 'Mary', `Glow Studio: Hi Mary.${stop}`, 1],
    ['{salon}: {other}', 'Mary', 'Glow Studio: {other}. Reply STOP to opt out.', 1],
  ])('%j for %j', (text, firstName, body, segments) => {
    expect(writeOffer(text, { firstName, salon, link })).toEqual({ body, segments })
  })

  test('one accent can triple the segments', () => {
    const text = '{salon}: Hi {firstName}, 20% off your next cut this month. Book here: {link}'
    expect(writeOffer(text, { firstName: 'Orla', salon, link }).segments).toBe(1)
    expect(writeOffer(text, { firstName: 'Órla', salon, link }).segments).toBe(3)
  })

  test('names that look like fields or patterns are not filled again', () => {
    const odd = { name: '$& {firstName}\n$1' }
    expect(writeOffer('{salon}: hi', { firstName: 'Mary', salon: odd, link }).body).toBe(
      '$& {firstName} $1: hi. Reply STOP to opt out.',
    )
  })

  test('a long link is never cut', () => {
    const long = `https://salonback.example/b/${'x'.repeat(90)}`
    expect(writeOffer('{salon}: {link}', { firstName: null, salon, link: long }).body).toContain(long)
  })
})

describe('samples', () => {
  const samplesFor = (text: string, firstNames: (string | null)[]) =>
    offerSamples(
      text,
      salon,
      firstNames.map((firstName) => ({ firstName })),
      link,
    )
  const names = (firstNames: (string | null)[], text = '{salon}: Hi {firstName}, {link}') =>
    samplesFor(text, firstNames).map(({ firstName }) => firstName)

  test.each<[string, (string | null)[], (string | null)[]]>([
    [
      'odd names first',
      ['Mary', 'Ann', null, 'MRS SMITH', 'Siobhán', 'Jo'],
      ['Siobhán', 'MRS SMITH', 'Mary'],
    ],
    ['a long name', ['Mary', 'Bartholomew', 'Jo', '.'], ['Bartholomew', '.', 'Mary']],
    ['an accent costs more than length', ['Bartholomew', 'Zoë', 'Órla'], ['Órla', 'Bartholomew', 'Zoë']],
    ['an empty name if there is no odd one', ['Mary', '', null, 'Jo'], ['Mary', '', 'Jo']],
    ['spellings of one name are one sample', ['MARY', 'mary', 'Mary', 'Jo'], ['MARY', 'Jo']],
    ['only usual names', ['Mary', 'Ann', 'Jo', 'Eve'], ['Mary', 'Ann', 'Jo']],
    ['two clients', ['Mary', 'Walk In'], ['Mary', 'Walk In']],
    ['no client has a plain name', [null, '.', 'Walk In'], ['.']],
    ['an empty list', [], []],
  ])('%s', (_, firstNames, expected) => {
    expect(names(firstNames)).toEqual(expected)
  })

  test.each<[text: string, firstNames: string[], dearest: string, segments: number]>([
    ['{salon}: Hi {firstName}', ['Bartholomew', 'Zoë'], 'Zoë', 1],
    [`{salon}: Hi {firstName}, ${'x'.repeat(40)}`, ['Bartholomew', 'Zoë'], 'Zoë', 2],
    // é is in the basic alphabet, so that the length decides.
    [`{salon}: Hi {firstName}, ${'x'.repeat(109)}`, ['Zoé', 'Bartholomew'], 'Bartholomew', 2],
    // The text has such a letter anyway: the length decides.
    [`{salon} ☕: Hi {firstName}, ${'x'.repeat(20)}`, ['Zoë', 'Bartholomew'], 'Bartholomew', 2],
    [
      `{salon} ☕: Hi {firstName}, ${'x'.repeat(20)}`,
      ['Zoë', 'Bartholomäus', 'Siobhánnaidsaoirse'],
      'Siobhánnaidsaoirse',
      2,
    ],
    [`{salon}: Hi {firstName}, ${'x'.repeat(90)}`, ['Mary', 'Siobhán', 'Zoë'], 'Siobhán', 3],
  ])('%s to %j: %s costs most', (text, firstNames, dearest, most) => {
    const samples = samplesFor(text, firstNames)
    expect([samples[0]?.firstName, samples[0]?.segments]).toEqual([dearest, most])
    const all = firstNames.map((firstName) => writeOffer(text, { firstName, salon, link }).segments)
    expect(samples[0]?.segments).toBe(Math.max(...all))
  })

  test('a text without {firstName} has one sample', () => {
    expect(names(['Mary', 'Siobhán', null], '{salon}: 20% off')).toEqual(['Siobhán'])
  })

  test('a sample is the text that is sent', () => {
    const text = '{salon}: Hi {firstName}, {link}'
    const [sample] = samplesFor(text, ['Mary'])
    expect(sample).toEqual({ firstName: 'Mary', ...writeOffer(text, { firstName: 'Mary', salon, link }) })
  })
})

test.each([
  ['Siobhán', 'Glow: Hi Siobhán, come back', '“á” in Siobhán makes 1 segment'],
  ['Siobhán', `Glow: Hi Siobhán, ${'x'.repeat(150)}`, '“á” in Siobhán makes 3 segments'],
  ['Mary', 'Glow: Hi Mary, come back', null],
  // The text has the character, not the name.
  ['Mary', 'Glow: Hi Mary, café’s open ☕', null],
  // The salon has the letter too.
  ['Zoë', 'Zoë’s Nails: Hi Zoë, come back', null],
  ['Zoë', 'Noëlle Nails: Hi Zoë, come back', null],
  [null, 'Glow: Hi there, come back', null],
])('the name %s in "%s" costs: %s', (firstName, body, cost) => {
  expect(nameCost({ firstName, body, segments: segments(body).segments })).toBe(cost)
})
