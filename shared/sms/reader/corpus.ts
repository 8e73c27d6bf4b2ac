import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Meaning, meanings } from './meanings.ts'

export interface Labelled {
  text: string
  meaning: Meaning
  /** Neighbouring lines of a file, which are about the same thing. */
  block: string
}

const LINES_OF_BLOCK = 25
const folder = new URL('../corpus/', import.meta.url)
const linesOf = (file: string) => readFileSync(new URL(file, folder), 'utf8').split('\n').filter(Boolean)
const unescaped = (line: string) => line.replace(/\\(n|\\)/g, (_, sign) => (sign === 'n' ? '\n' : sign))

/** The texts to learn from, by file and line. */
export const corpus = (): Labelled[] =>
  meanings.flatMap((meaning) =>
    linesOf(`${meaning}.txt`).map((line, n) => ({
      text: unescaped(line),
      meaning,
      block: `${meaning} ${Math.floor(n / LINES_OF_BLOCK)}`,
    })),
  )

/** Texts that nothing was learnt from. */
export const keptBack = (): Labelled[] =>
  linesOf('kept_back.tsv').map((line) => {
    const [meaning = '', text = ''] = line.split('\t')
    return { text: unescaped(text), meaning: meaning as Meaning, block: '' }
  })

export const hashOfCorpus = (): string =>
  meanings
    .reduce(
      (hash, meaning) => hash.update(readFileSync(new URL(`${meaning}.txt`, folder))),
      createHash('sha256'),
    )
    .digest('hex')
