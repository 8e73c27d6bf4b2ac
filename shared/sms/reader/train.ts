import { writeFileSync } from 'node:fs'
import { corpus, hashOfCorpus, keptBack } from './corpus.ts'
import { countsOf, crossValidate, learnFrom, readWith, tableOf } from './measure.ts'

/** `npm run reader`: learns the weights from the corpus. `-- --measure` prints how well it reads texts that it has not seen. */
const texts = corpus()
if (process.argv.includes('--measure')) {
  const kept = keptBack()
  const columns: Parameters<typeof tableOf>[0] = [
    ['kept back', readWith(kept)],
    ['five-fold', crossValidate(texts)],
  ]
  process.stdout.write(`${tableOf(columns)}\n\n${countsOf(texts)}\n`)
} else {
  const file = new URL('weights.json', import.meta.url)
  const { corpus: hash, step, bias, weights } = learnFrom(texts, hashOfCorpus())
  // As the formatter writes it.
  writeFileSync(
    file,
    `{\n  "corpus": "${hash}",\n  "step": ${step},\n  "bias": [${bias.join(', ')}],\n  "weights": "${weights}"\n}\n`,
  )
}
