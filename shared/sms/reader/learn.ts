import { BUCKETS, featuresOf } from './features.ts'
import { type Meaning, meanings } from './meanings.ts'
import { LEARNT, MOST_STEPS, STEPS, softmax, type Weights } from './model.ts'

/** A folded text with its spelling fixed. */
export interface Example {
  text: string
  meaning: Meaning
}

const ROUNDS = 20
const RATE = 0.25
const DECAY = 2e-5
const BIAS_RATE = 0.01
/** Share of the counts of a bucket in its first weights. */
const FIRST = 0.2
/** Weights beyond this share of all are cut off, so that the steps of the others are fine. */
const CUT_OFF = 0.9998

/**
 * Multinomial logistic regression by stochastic gradient descent with a rate per weight (Adagrad), from naive Bayes weights.
 * The order of the examples comes from a fixed generator, so equal examples give equal weights.
 */
export function learn(examples: Example[], corpus: string): Weights {
  const all = examples.map(({ text, meaning }) => ({
    features: featuresOf(text),
    at: meanings.indexOf(meaning),
  }))
  const weights = firstWeights(all)
  const squares = new Float64Array(weights.length).fill(1e-3)
  const bias = new Float64Array(meanings.length)
  const order = all.map((_, n) => n)
  const random = generator()
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random)
    for (const n of order) {
      const example = all[n]
      if (example) descend(example, weights, squares, bias)
    }
  }
  return quantised(weights, bias, corpus)
}

interface Hashed {
  features: number[]
  at: number
}

const KINDS = meanings.length

function firstWeights(all: Hashed[]): Float64Array {
  const counts = new Float64Array(BUCKETS * KINDS).fill(1)
  const totals = new Float64Array(KINDS).fill(BUCKETS)
  for (const { features, at } of all) {
    for (const bucket of features) add(counts, bucket * KINDS + at, 1)
    add(totals, at, features.length)
  }
  return counts.map((_, index) => {
    const from = index - (index % KINDS)
    const shares = Array.from({ length: KINDS }, (_, n) => (counts[from + n] ?? 0) / (totals[n] ?? 1))
    const own = shares[index % KINDS] ?? 0
    const others = shares.reduce((sum, one) => sum + one, 0) - own
    return FIRST * Math.log((own * (KINDS - 1)) / others)
  })
}

const add = (list: Float64Array, index: number, value: number) => {
  list[index] = (list[index] ?? 0) + value
}

function descend({ features, at }: Hashed, weights: Float64Array, squares: Float64Array, bias: Float64Array) {
  const size = 1 / Math.sqrt(features.length)
  const scores = Array.from({ length: KINDS }, (_, n) => {
    let sum = 0
    for (const bucket of features) sum += weights[bucket * KINDS + n] ?? 0
    return sum * size + (bias[n] ?? 0)
  })
  const shares = softmax(scores)
  for (let n = 0; n < KINDS; n++) {
    const error = (shares[n] ?? 0) - (n === at ? 1 : 0)
    add(bias, n, -BIAS_RATE * error)
    for (const bucket of features) {
      const index = bucket * KINDS + n
      const slope = error * size + DECAY * (weights[index] ?? 0)
      const square = (squares[index] ?? 0) + slope * slope
      squares[index] = square
      add(weights, index, (-RATE * slope) / Math.sqrt(square))
    }
  }
}

/** Weights relative to those of the last meaning, in whole steps. */
function quantised(weights: Float64Array, bias: Float64Array, corpus: string): Weights {
  const relative = Float64Array.from({ length: BUCKETS * LEARNT }, (_, index) => {
    const from = Math.floor(index / LEARNT) * KINDS
    return (weights[from + (index % LEARNT)] ?? 0) - (weights[from + LEARNT] ?? 0)
  })
  const sizes = relative.map(Math.abs).sort()
  const step = Number(((sizes[Math.floor(sizes.length * CUT_OFF)] ?? 1) / MOST_STEPS).toPrecision(6))
  const signs = Array.from(relative, (weight) => {
    const steps = Math.max(-MOST_STEPS, Math.min(MOST_STEPS, Math.round(weight / step)))
    return STEPS[steps + MOST_STEPS] ?? ''
  })
  const last = bias[LEARNT] ?? 0
  return {
    corpus,
    step,
    bias: Array.from(bias.slice(0, LEARNT), (one) => Number((one - last).toFixed(4))),
    weights: signs.join(''),
  }
}

/** Numbers from 0 to 1, the same in each run (Numerical Recipes). */
function generator() {
  let state = 12345
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function shuffle(order: number[], random: () => number) {
  for (let n = order.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1))
    const [one = 0, two = 0] = [order[n], order[other]]
    order[n] = two
    order[other] = one
  }
}
