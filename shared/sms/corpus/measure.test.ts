import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { understand } from '../understand.ts'
import { heard } from './heard.ts'
import { heldOut } from './heldOut.ts'
import { meanings } from './meanings.ts'
import { asTable, measure } from './measure.ts'

test.each(measure(heard))('of $texts texts that mean $meaning, $recall % are found', (measured) => {
  expect(measured.precision).toBeGreaterThanOrEqual(97)
  expect(measured.recall).toBeGreaterThanOrEqual(97)
})

test.each(measure(heldOut))('of $texts unseen texts that mean $meaning, $recall % are found', (measured) => {
  expect(measured.precision).toBeGreaterThanOrEqual(80)
  expect(measured.recall).toBeGreaterThanOrEqual(90)
})

test('no text that is neither an opt-out nor may be one silences a number, and no opt-out reads as a yes', () => {
  for (const labelled of [heard, heldOut]) {
    const others = [...labelled.positive, ...labelled.negative, ...labelled.unclear]
    expect(others.filter((body) => understand(body).suppress)).toEqual([])
    const wishes = [...labelled.opt_out, ...labelled.held]
    expect(wishes.filter((body) => understand(body).intent === 'positive')).toEqual([])
  }
})

test('no text is labelled twice', () => {
  const all = [heard, heldOut].flatMap((labelled) => meanings.flatMap((meaning) => labelled[meaning]))
  expect(all.filter((body, at) => all.indexOf(body) !== at)).toEqual([])
})

test("the README's figures are those of the rules as they are", () => {
  expect(readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')).toContain(asTable())
})
