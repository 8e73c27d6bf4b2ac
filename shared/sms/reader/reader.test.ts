import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { corpus, hashOfCorpus, keptBack } from './corpus.ts'
import { BUCKETS, featuresOf } from './features.ts'
import { countsOf, figuresOf, readWith } from './measure.ts'
import { LEARNT, likelihoodsOf } from './model.ts'
import weights from './weights.json' with { type: 'json' }
import { classOf } from './wordClasses.ts'

test('the weights are those of the corpus and stay below 400 KB', () => {
  expect(weights.corpus).toBe(hashOfCorpus())
  expect(weights.weights).toHaveLength(BUCKETS * LEARNT)
  expect(readFileSync(new URL('weights.json', import.meta.url)).length).toBeLessThan(400_000)
})

test('texts that nothing was learnt from are read as well as README.md says', () => {
  const readme = readFileSync(new URL('../corpus/README.md', import.meta.url), 'utf8')
  for (const [title, percent] of figuresOf(readWith(keptBack())))
    expect(readme).toContain(`| ${title} | ${percent} |`)
  expect(readme).toContain(countsOf(corpus()))
})

test('no opt-out of the corpus is lost or taken for a yes, and hardly an ordinary text is suppressed', () => {
  const read = readWith(corpus())
  const wishes = read.filter(({ meaning }) => meaning === 'opt_out')
  expect(wishes.filter(({ intent }) => !/opt_out$/.test(intent))).toEqual([])
  const ordinary = read.filter(({ meaning }) => meaning === 'unclear')
  expect(ordinary.filter(({ intent }) => intent === 'opt_out').length).toBeLessThan(ordinary.length / 200)
})

test('no text stands twice', () => {
  const all = [...corpus(), ...keptBack()].map(({ text }) => text)
  expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([])
})

test.each([
  ['stopping', 'stop'],
  ['arretez', 'stop'],
  ['перестаньте', 'stop'],
  ['messages', 'write'],
  ['newsletters', 'offer'],
  ['unsubscribed', 'unsubscribe'],
  ['umbrella', undefined],
])('%s is a word of %s', (word, name) => {
  expect(classOf(word)).toBe(name)
})

test('likelihoods are one together, also for an empty and a strange text', () => {
  for (const text of ['', '?', '\ud800', 'yes', '不要再发', 'a'.repeat(1600)]) {
    const all = Object.values(likelihoodsOf(text, weights))
    expect(all.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1)
    expect(featuresOf(text).every((bucket) => bucket >= 0 && bucket < BUCKETS)).toBe(true)
  }
})
