import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { understand } from '../understand.ts'
import { everyday } from './everyday.ts'
import { holdout } from './holdout.ts'
import { innocent } from './innocent.ts'
import { meanings } from './meanings.ts'
import { measure, measureTable } from './measure.ts'
import { training } from './training.ts'

test.each(measure(training))('recall of $meaning on $texts training texts is $recall %', (measured) => {
  expect(measured.precision).toBeGreaterThanOrEqual(97)
  expect(measured.recall).toBeGreaterThanOrEqual(97)
})

test.each(measure(holdout))('recall of $meaning on $texts unseen texts is $recall %', (measured) => {
  expect(measured.precision).toBeGreaterThanOrEqual(80)
  expect(measured.recall).toBeGreaterThanOrEqual(90)
})

test('only opt-outs suppress a number, and no opt-out is classified as a yes', () => {
  for (const labelled of [training, holdout]) {
    const others = [...labelled.positive, ...labelled.negative, ...labelled.unclear]
    expect(others.filter((body) => understand(body).suppress)).toEqual([])
    const wishes = [...labelled.opt_out, ...labelled.maybe_opt_out]
    expect(wishes.filter((body) => understand(body).intent === 'positive')).toEqual([])
  }
})

test('no innocent text suppresses a number', () => {
  expect([...innocent, ...everyday].filter((body) => understand(body).suppress)).toEqual([])
})

test('no text is labelled twice', () => {
  const all = [training, holdout].flatMap((labelled) => meanings.flatMap((meaning) => labelled[meaning]))
  expect(all.filter((body, at) => all.indexOf(body) !== at)).toEqual([])
})

test('README.md has the current figures', () => {
  expect(readFileSync(new URL('./README.md', import.meta.url), 'utf8')).toContain(measureTable())
})
