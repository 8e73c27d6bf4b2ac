import { fileURLToPath } from 'node:url'
import { understand } from '../understand.ts'
import { holdout } from './holdout.ts'
import { type Meaning, meanings } from './meanings.ts'
import { training } from './training.ts'

export interface Measured {
  meaning: Meaning
  texts: number
  /** Percent of the texts classified as this meaning that are labelled with it. */
  precision: number
  /** Percent of the texts labelled with this meaning that the rules classify as it. */
  recall: number
}

/** Precision and recall of the rules on labelled texts, per meaning. */
export function measure(labelled: Record<Meaning, string[]>): Measured[] {
  const read = meanings.flatMap((meaning) =>
    labelled[meaning].map((body) => ({ meaning, as: understand(body).intent })),
  )
  return meanings.map((meaning) => {
    const right = read.filter((one) => one.meaning === meaning && one.as === meaning).length
    const claimed = read.filter((one) => one.as === meaning).length
    const texts = labelled[meaning].length
    return { meaning, texts, precision: percent(right, claimed), recall: percent(right, texts) }
  })
}

const percent = (of: number, all: number) => Math.round((1000 * of) / Math.max(1, all)) / 10

/** The table of README.md in this folder. */
export function measureTable(): string {
  const unseen = measure(holdout)
  const rows = measure(training).map(({ meaning, texts, precision, recall }, at) => {
    const other = unseen[at] as Measured
    const cells = [meaning, texts, precision, recall, other.texts, other.precision, other.recall]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| meaning | texts | precision % | recall % | unseen texts | precision % | recall % |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(measureTable())
