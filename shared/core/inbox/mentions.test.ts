import { expect, test } from 'vitest'
import { mentionedIn, typedMention } from './mentions.ts'

const names = ['sam', 'samuel', 'Ana Lee', 'jo.kim']

test.each([
  ['@sam please call her', ['sam']],
  ['Ask @SAMUEL, not @sam.', ['samuel', 'sam']],
  ['@ana lee: mornings only', ['Ana Lee']],
  ['(@jo.kim)', ['jo.kim']],
  ['@sam @sam', ['sam']],
  ['@samantha', []],
  ['mail sam@sam.example', []],
  ['sam', []],
  ['@', []],
])('%j names %j', (note, found) => {
  expect(mentionedIn(note, names)).toEqual(found)
})

test.each([
  ['Ask @sa', 7, { start: 4, typed: 'sa' }],
  ['@', 1, { start: 0, typed: '' }],
  ['@sam please', 11, null],
  ['@sam please', 3, { start: 0, typed: 'sa' }],
  ['sam@sa', 6, null],
  ['no name', 7, null],
])('in %j at %d the name being typed is %j', (text, cursor, typed) => {
  expect(typedMention(text, cursor)).toEqual(typed)
})
