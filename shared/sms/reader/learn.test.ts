import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { corpus, hashOfCorpus } from './corpus.ts'
import { crossValidate, figuresOf, learnFrom } from './measure.ts'
import weights from './weights.json' with { type: 'json' }

test('the corpus gives these weights', () => {
  const learnt = learnFrom(corpus(), hashOfCorpus())
  // Exponentials may differ in the last bit between versions of V8, which can move a weight by a step.
  const others = [...learnt.weights].filter((step, n) => step !== weights.weights[n])
  expect(others.length).toBeLessThan(weights.weights.length / 1000)
  expect(learnt.step).toBeCloseTo(weights.step, 3)
})

test('five-fold cross-validation gives the figures of README.md', () => {
  const readme = readFileSync(new URL('../corpus/README.md', import.meta.url), 'utf8')
  for (const [title, percent] of figuresOf(crossValidate(corpus()))) {
    const stated = Number(new RegExp(`\\| ${title} \\| [\\d.]+ \\| ([\\d.]+) \\|`).exec(readme)?.[1])
    expect(Math.abs(stated - percent), title).toBeLessThan(1)
  }
})
