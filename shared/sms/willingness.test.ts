import { expect, test } from 'vitest'
import { isWilling } from './willingness.ts'

test.each([
  'id love to give it a go',
  'were happy to join',
  'how do we register',
  'what do we do next',
  'please proceed',
  'can i book for saturday',
  'put my name down',
  'ill take the 3pm',
  '我有兴趣',
])('"%s" agrees', (clause) => {
  expect(isWilling(clause)).toBe(true)
})

test.each([
  'id love to but i cant',
  'i might try it if its free',
  'what is next door',
  'call me',
  '我没有兴趣',
])('"%s" does not agree', (clause) => {
  expect(isWilling(clause)).toBe(false)
})
