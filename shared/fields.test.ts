import { expect, test } from 'vitest'
import { NameText, TypedDay } from './fields.ts'

test.each([
  ['2026-03-18', null],
  ['2024-02-29', null],
  ['2000-01-01', null],
  ['1999-12-31', 'Please check the year'],
  ['0026-03-18', 'Please check the year'],
  ['0206-03-18', 'Please check the year'],
  ['2026-02-29', 'Please enter the day'],
  ['18/03/2026', 'Please enter the day'],
  ['next friday', 'Please enter the day'],
  ['3/4', 'Please enter the day'],
  ['', 'Please enter the day'],
])('the typed day %j: %s', (day, problem) => {
  expect(TypedDay('Please enter the day').safeParse(day).error?.issues[0]?.message ?? null).toBe(problem)
})

test.each([
  ['Willow & Wren', 'Willow & Wren'],
  ['Willow\nWren', 'Willow Wren'],
  ['Willow\r\nWren', 'Willow Wren'],
  ['Willow\rWren', 'Willow Wren'],
  ['Willow\tWren', 'Willow Wren'],
  ['Willow\u2028Wren', 'Willow Wren'],
  ['Willow\u2029Wren', 'Willow Wren'],
  ['Willow\u0085Wren', 'Willow Wren'],
  ['Willow\u000bWren\u000c', 'Willow Wren'],
  ['Willow\u0000Wren', 'Willow Wren'],
  ['Willow\u001b[31m', 'Willow [31m'],
  ['\u202eneerW', 'neerW'],
  ['\u200bWillow\ufeff', 'Willow'],
  ['Glow\r\nBcc: all@salons.example', 'Glow Bcc: all@salons.example'],
  ['Glow\nSTOP', 'Glow STOP'],
  ['\n\t ', ''],
  ['Ciarán’s 💅 Bar', 'Ciarán’s 💅 Bar'],
  ['👩‍🎨 Art', '👩‍🎨 Art'],
])('the name %j is kept as %j', (typed, name) => {
  expect(NameText().parse(typed)).toBe(name)
})
