import { describe, expect, test } from 'vitest'
import { brand } from '../brand.ts'
import { segments } from './segments.ts'
import { fill, firstText, firstTextWriter, MAX_BODY, templateErrors, withOptOutLine } from './template.ts'

const salon = { name: 'Willow & Rye', category: 'Hair Salon' }

test.each([
  ['Hi {name}!', salon, 'Hi Willow & Rye!'],
  ['Hi { Name }, a {category}', salon, 'Hi Willow & Rye, a Hair Salon'],
  ['{name} {name}', salon, 'Willow & Rye Willow & Rye'],
  ['A {category}', { name: 'X', category: null }, 'A salon'],
  ['Hi {name}', { name: ' \n ', category: '' }, 'Hi there'],
  ['Hi {name}', { name: 'Noir\n\t Nails\u0000', category: null }, 'Hi Noir Nails'],
  ['Hi {name}', { name: '{category} $& $1', category: 'Spa' }, 'Hi {category} $& $1'],
  ['Hi {name}', { name: 'é'.repeat(100), category: null }, `Hi ${'é'.repeat(60)}`],
  ['Hi {name}', { name: '💇'.repeat(100), category: null }, `Hi ${'💇'.repeat(30)}`],
  ['Hi {other}', salon, 'Hi {other}'],
])('%j for %j', (template, prospect, body) => {
  expect(fill(template, prospect)).toBe(body)
})

describe('the opt-out line', () => {
  test.each([
    ['Hi.', 'Hi. Reply STOP to opt out.'],
    ['Hi. \n', 'Hi. Reply STOP to opt out.'],
    ['Hi. Reply STOP to opt out.', 'Hi. Reply STOP to opt out.'],
    ['Hi. Reply STOP to opt out', 'Hi. Reply STOP to opt out'],
    ['Reply YES for details or STOP to opt out.', 'Reply YES for details or STOP to opt out.'],
    ['Hi. Text “STOP” and you hear no more.', 'Hi. Text “STOP” and you hear no more.'],
    ["Stop losing clients, it's easy", "Stop losing clients, it's easy. Reply STOP to opt out."],
    ['Hi {name}', 'Hi {name}. Reply STOP to opt out.'],
    ['Call 0800 55', 'Call 0800 55. Reply STOP to opt out.'],
    ['Tá fáilte romhat, a Zoé', 'Tá fáilte romhat, a Zoé. Reply STOP to opt out.'],
    ['Interested?', 'Interested? Reply STOP to opt out.'],
    ['“Yes”', '“Yes” Reply STOP to opt out.'],
    ['See you soon 💇', 'See you soon 💇 Reply STOP to opt out.'],
    ['See https://salonback.com/uk', 'See https://salonback.com/uk Reply STOP to opt out.'],
    ['See salonback.com', 'See salonback.com Reply STOP to opt out.'],
    ['Book: {link}', 'Book: {link} Reply STOP to opt out.'],
    ['Mind the dots..', 'Mind the dots.. Reply STOP to opt out.'],
    ['We stop no-shows.', 'We stop no-shows. Reply STOP to opt out.'],
    [
      `Reply STOP to opt out. ${'More words follow here. '.repeat(4)}`,
      `Reply STOP to opt out. ${'More words follow here. '.repeat(4)}Reply STOP to opt out.`,
    ],
  ])('%j', (template, sent) => {
    expect(withOptOutLine(template)).toBe(sent)
    expect(withOptOutLine(sent)).toBe(sent)
  })

  test('a salon name does not count as an opt-out line', () => {
    expect(firstText(`${brand.name} for {name}`, { name: 'Text Stop', category: null })).toBe(
      `${brand.name} for Text Stop. Reply STOP to opt out.`,
    )
  })
})

test.each([
  'Hi {name}, more clients for your {category}?',
  `${'Fifteen letters'.repeat(9)} { Name }{name}`,
  '{name}',
  'Hello',
  'Hi {frist} {}, {category}',
  'Pay 30€ [{name}]',
  'Grüß Gott {name} — {category}',
])('%j gives the same text and segments for many as for one', (template) => {
  const write = firstTextWriter(template)
  for (const name of ['Willow', '', 'é€^', 'Salon “Ω”', '💇'.repeat(40), ' A \n B ', 'x'.repeat(90)]) {
    for (const category of [null, 'Hair Salon', 'Frisör 💇', '$&{name}']) {
      const body = firstText(template, { name, category })
      expect(write({ name, category })).toEqual({ body, segments: segments(body).segments })
    }
  }
})

const signed = (text: string) => `${brand.name} here. ${text}`

test.each([
  [signed('Hi {name}, more clients for your {category}?'), undefined],
  [signed('Reply YES for details or STOP to opt out.').toUpperCase(), undefined],
  ['', 'Please write the text'],
  ['   ', 'Please write the text'],
  ['Hi {name}', `Please say who is writing: the text must name ${brand.name}`],
  [signed('Hi {frist}'), 'There is no field {frist}. You can use {name} and {category}.'],
  [signed('{name} {Name} { name } {category}'), undefined],
  [signed('Hi { First_Name }, {name}'), 'There is no field {first_name}. You can use {name} and {category}.'],
  [signed('Hi {}'), 'There is no field {}. You can use {name} and {category}.'],
  [signed('Hi {name'), 'A field must read like {name}, with both brackets'],
  [signed('Hi name}'), 'A field must read like {name}, with both brackets'],
  [signed('x'.repeat(MAX_BODY)), 'A text may have 1600 characters'],
  [signed('Reply CANCEL to cancel'), 'Please do not ask for CANCEL: carriers read it as an opt-out'],
  [signed('text "end" for no more'), 'Please do not ask for END: carriers read it as an opt-out'],
  [signed('See https://bit.ly/abc'), 'Please use a full link: carriers block bit.ly'],
  [signed('See https://habit.lyon.fr'), undefined],
])('%j: %s', (template, message) => {
  expect(templateErrors(template)).toEqual(message ? { template: message } : {})
})

test('a valid template never exceeds the length limit', () => {
  const room = MAX_BODY - signed('').length - 60 - '. Reply STOP to opt out.'.length
  const template = signed(`${'x'.repeat(room)}{name}`)
  expect(templateErrors(template)).toEqual({})
  expect(templateErrors(`${template}x`)).not.toEqual({})
  expect(firstText(template, { name: 'é'.repeat(300), category: null })).toHaveLength(MAX_BODY)
})
