import { fileURLToPath } from 'node:url'
import { understand } from '../understand.ts'
import { heard } from './heard.ts'
import { heldOut } from './heldOut.ts'
import { type Meaning, meanings } from './meanings.ts'

export interface Measured {
  meaning: Meaning
  texts: number
  /** Of the texts the rules say mean this, how many do; in percent. */
  precision: number
  /** Of the texts that mean this, how many the rules find; in percent. */
  recall: number
}

/** What the rules make of labelled texts, per meaning. */
export function measure(labelled: Record<Meaning, string[]>): Measured[] {
  const read = meanings.flatMap((meaning) =>
    labelled[meaning].map((body) => ({ meaning, as: asMeaning(body), body })),
  )
  return meanings.map((meaning) => {
    const right = read.filter((one) => one.meaning === meaning && one.as === meaning).length
    const claimed = read.filter((one) => one.as === meaning).length
    const texts = labelled[meaning].length
    return { meaning, texts, precision: percent(right, claimed), recall: percent(right, texts) }
  })
}

function asMeaning(body: string): Meaning | undefined {
  const { intent } = understand(body)
  return intent === 'maybe_opt_out' ? 'held' : meanings.find((meaning) => meaning === intent)
}

const percent = (of: number, all: number) => Math.round((1000 * of) / Math.max(1, all)) / 10

/** The README's table. */
export function asTable(): string {
  const unseen = measure(heldOut)
  const rows = measure(heard).map(({ meaning, texts, precision, recall }, at) => {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(asTable())
