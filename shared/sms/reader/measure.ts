import { withSpellingFixed } from '../spelling.ts'
import { partsOf, type Understanding, understand } from '../understand.ts'
import type { Labelled } from './corpus.ts'
import { learn } from './learn.ts'
import { type Meaning, meanings } from './meanings.ts'
import type { Weights } from './model.ts'

export type Read = Pick<Labelled, 'meaning'> & Pick<Understanding, 'intent' | 'needsReview'>

export const learnFrom = (texts: Labelled[], hash: string): Weights =>
  learn(
    texts.flatMap(({ text, meaning }) =>
      partsOf(text).map((part) => ({ text: withSpellingFixed(part), meaning })),
    ),
    hash,
  )

export const readWith = (texts: Labelled[], weights?: Weights): Read[] =>
  texts.map(({ text, meaning }) => ({ meaning, ...understand(text, weights && { weights }) }))

const FOLDS = 5

/** Each text read by weights that were learnt from the other folds. A block of neighbouring lines is in one fold. */
export function crossValidate(texts: Labelled[]): Read[] {
  const blocks = [...new Set(texts.map(({ block }) => block))]
  const foldOf = new Map(blocks.map((block, n) => [block, n % FOLDS]))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const [others, own] = [
      texts.filter((text) => foldOf.get(text.block) !== fold),
      texts.filter((text) => foldOf.get(text.block) === fold),
    ]
    return readWith(own, learnFrom(others, ''))
  }).flat()
}

/** What is measured: percent of the texts with a label that get one of these meanings. */
const measures: [title: string, of: Meaning, as: Meaning[]][] = [
  ['opt-outs suppressed', 'opt_out', ['opt_out']],
  ['opt-outs suppressed or held', 'opt_out', ['opt_out', 'maybe_opt_out']],
  ['doubtful texts suppressed or held', 'maybe_opt_out', ['opt_out', 'maybe_opt_out']],
  ['yeses understood', 'positive', ['positive']],
  ['noes understood', 'negative', ['negative']],
  ['automatic replies recognised', 'automatic_reply', ['automatic_reply']],
  ['ordinary texts suppressed', 'unclear', ['opt_out']],
  ['ordinary texts held', 'unclear', ['maybe_opt_out']],
]

export function figuresOf(read: Read[]): [title: string, percent: number][] {
  const answered = read.filter(({ intent, needsReview }) => intent === 'positive' && !needsReview)
  return [
    ...measures.map(([title, of, as]): [string, number] => {
      const all = read.filter(({ meaning }) => meaning === of)
      return [title, percent(all.filter(({ intent }) => as.includes(intent as Meaning)).length, all.length)]
    }),
    [
      'right among those answered as a yes',
      percent(answered.filter(({ meaning }) => meaning === 'positive').length, answered.length),
    ],
  ]
}

const percent = (part: number, all: number) => Math.round((1000 * part) / Math.max(1, all)) / 10

/** The rows of README.md in the folder of the corpus. */
export function tableOf(columns: [title: string, read: Read[]][]): string {
  const figures = columns.map(([, read]) => figuresOf(read))
  const titles = columns.map(([title, read]) => `${title} (${read.length})`)
  return [
    `| % | ${titles.join(' | ')} |`,
    `|---|${'---|'.repeat(columns.length)}`,
    ...(figures[0] ?? []).map(
      ([title], n) => `| ${title} | ${figures.map((column) => column[n]?.[1]).join(' | ')} |`,
    ),
  ].join('\n')
}

/** Texts per label, for the report of the command. */
export const countsOf = (texts: Labelled[]) =>
  meanings
    .map((meaning) => `${meaning} ${texts.filter((text) => text.meaning === meaning).length}`)
    .join(', ')
