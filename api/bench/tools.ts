import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { interleaved } from './interleaved.ts'
import type { Figure } from './table.ts'

const ROUNDS = 3
const FILE = 'shared/sms/segments.test.ts'

/** What somebody waits for who works on it: one test file of a rule, beside npm that starts Node and nothing else. */
export async function benchTools(): Promise<Figure[]> {
  const npm = (...words: string[]) => promisify(execFile)('npm', words)
  const ms = await interleaved(
    { file: () => npm('run', 'test:one', '--', FILE), bare: () => npm('exec', '--', 'node', '--eval', '0') },
    ROUNDS,
  )
  return [
    {
      what: 'one unit file',
      ours: ms.file / 1000,
      reference: ms.bare / 1000,
      unit: 's',
      beside: 'npm and an empty Node',
      reach: { atMost: 2, ofOurs: true },
      note: 'the whole suite takes too long to stand here: `npm test` ends with its time',
    },
  ]
}
