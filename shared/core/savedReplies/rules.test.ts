import { expect, test } from 'vitest'
import { fieldProblem, fillReply } from './rules.ts'

test.each([
  ['Thanks!', null],
  ['Hi {name}, book here: {link}', null],
  ['Hi {firstName}', 'Only {name} and {link} can stand in braces'],
  ['Hi {Name}', 'Only {name} and {link} can stand in braces'],
  ['Hi {name', 'Only {name} and {link} can stand in braces'],
  ['{{name}}', 'Only {name} and {link} can stand in braces'],
  ['A smile :}', 'Only {name} and {link} can stand in braces'],
])('%s can be saved: %s', (text, problem) => {
  expect(fieldProblem(text)).toBe(problem)
})

const link = 'https://book.example/aoife'

test.each([
  ['Hi {name}, see {link}', 'Mary', 'Hi Mary, see https://book.example/aoife'],
  ['{name}, {name}!', 'Mary', 'Mary, Mary!'],
  ['Hi {name}', '$& {link}', 'Hi $& {link}'],
  ['See you', null, 'See you'],
  ['Hi {name}, thanks', null, 'Hi, thanks'],
  ['Hi {name} thanks', null, 'Hi thanks'],
  ['{name}, thanks', null, 'Thanks'],
  ['Thanks {name}!', null, 'Thanks!'],
  ['Thanks, {name}', null, 'Thanks'],
  ['Thanks, {name}. See you.', null, 'Thanks. See you.'],
  ['Thanks, {name}, for coming', null, 'Thanks, for coming'],
  ['Great. {name}, are you free?', null, 'Great. Are you free?'],
  ['Great!\n{name}, are you free?', null, 'Great!\nAre you free?'],
  ['We like {name}’s page', null, 'We like page'],
  ['{name} {name}, hi', null, 'Hi'],
])('%s for %s is filled', (text, name, filled) => {
  expect(fillReply(text, { name, link })).toBe(filled)
})

test('a text that needs a link cannot be filled without one', () => {
  expect(fillReply('Book: {link}', { name: 'Mary', link: null })).toBeNull()
  expect(fillReply('Hi {name}', { name: 'Mary', link: null })).toBe('Hi Mary')
})
