import { featuresOf } from './features.ts'
import { type Meaning, meanings } from './meanings.ts'

/** What `npm run reader` writes. */
export interface Weights {
  /** SHA-256 of the corpus from which they were learnt. */
  corpus: string
  /** Value of one step of a weight. */
  step: number
  /** One for each meaning except the last. The last meaning has the score 0. */
  bias: number[]
  /** Per bucket and meaning one character of `STEPS`. */
  weights: string
}

/** 63 steps from -31 to 31, as characters that JSON keeps as they are. */
export const STEPS = '#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abc'
export const MOST_STEPS = 31
const stepsOf = new Int8Array(128)
for (let n = 0; n < STEPS.length; n++) stepsOf[STEPS.charCodeAt(n)] = n - MOST_STEPS

/** Meanings with weights of their own. */
export const LEARNT = meanings.length - 1

export type Likelihoods = Record<Meaning, number>

/** How likely each meaning of a text is. `text`: folded and with its spelling fixed. Sums of integers, so equal on every machine. */
export function likelihoodsOf(text: string, { step, bias, weights }: Weights): Likelihoods {
  const features = featuresOf(text)
  const sums = new Array<number>(LEARNT).fill(0)
  for (const bucket of features)
    for (let n = 0; n < LEARNT; n++)
      sums[n] = (sums[n] ?? 0) + (stepsOf[weights.charCodeAt(bucket * LEARNT + n)] ?? 0)
  const scores = [...sums.map((sum, n) => (sum * step) / Math.sqrt(features.length) + (bias[n] ?? 0)), 0]
  const shares = softmax(scores)
  return Object.fromEntries(meanings.map((meaning, n) => [meaning, shares[n] ?? 0])) as Likelihoods
}

/** Scores as shares of one. */
export function softmax(scores: number[]): number[] {
  const most = Math.max(...scores)
  const odds = scores.map((score) => Math.exp(score - most))
  const total = odds.reduce((sum, one) => sum + one, 0)
  return odds.map((one) => one / total)
}
