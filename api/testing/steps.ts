import { spawn } from 'node:child_process'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { nameOf, type TestClock, underClock } from './clocks.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const started = Date.now()

export interface Score {
  passed: number
  failed: number
  /** Failures with messages, repeated at the end of the log. */
  failures?: string[]
  files?: { name: string; seconds: number }[]
}

/** A step of `npm test`: prints when it starts and ends, so that a long step is known. */
export type Step = () => Promise<Score>

/** Runs steps in order. All run even if one fails. */
export async function inOrder(...steps: Step[]): Promise<Score[]> {
  const scores: Score[] = []
  for (const step of steps) scores.push(await step())
  return scores
}

const secondsSince = (from: number) => Math.round((Date.now() - from) / 1000)
const log = (line: string) => process.stdout.write(`[${secondsSince(started)} s] ${line}\n`)

const step =
  (name: string, run: () => Promise<Score>): Step =>
  async () => {
    log(`${name}...`)
    const from = Date.now()
    const score = await run()
    log(`${name}: ${score.passed} passed, ${score.failed} failed in ${secondsSince(from)} s`)
    return score
  }

/** A command that passes or fails as a whole. Its output is printed if it fails. */
export const command = (name: string, words: string[]): Step =>
  step(name, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'salonback-output-'))
    const file = await open(join(folder, 'output'), 'a')
    try {
      if ((await start(words, file.fd)) === 0) return { passed: 1, failed: 0 }
      process.stdout.write(await readFile(join(folder, 'output')))
      return { passed: 0, failed: 1, failures: [name] }
    } finally {
      await file.close()
      await rm(folder, { recursive: true, force: true })
    }
  })

interface ProofReport {
  suites: { rows: { what: string; wrong: number }[] }[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

function failuresOf(files: VitestReport['testResults']): string[] {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file} > ${test.fullName}\n${test.failureMessages.join('\n').slice(0, 5000)}`)
    return failed.length === 0 && status === 'failed' ? [`${file}\n${message.slice(0, 2000)}`] : failed
  })
}

/** Test projects, with the files of `npm test` or the long ones. */
export const tests = (name: string, set: 'short' | 'long', projects: string[]): Step =>
  step(`${name} tests`, () => runSuite(name, projects, { TEST_SET: set }))

/** The unit and API tests of `npm test` and its walks, in processes that see a clock. It starts again for each part. */
export const testsUnder = (clock: TestClock): Step[] =>
  [['unit', 'api'], ['browser'], ['desktop']].map((projects) => {
    const name = `${projects.join(' and ')} tests ${nameOf(clock)}`
    return step(name, () =>
      underClock(clock, (words, settings) =>
        runSuite(name, projects, { TEST_SET: 'short', ...settings }, words),
      ).catch((error: unknown) => ({ passed: 0, failed: 1, failures: [`${name}: ${errorMessage(error)}`] })),
    )
  })

/** Runs one suite and reads its counts from its report; a suite without a report has failed. */
async function runSuite(
  name: string,
  projects: string[],
  settings: Record<string, string>,
  before: string[] = [],
): Promise<Score> {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-report-'))
  const report = join(folder, 'report.json')
  try {
    const words = [...before, 'npx', 'vitest', 'run', '--config', 'shared/testing/vitest.config.ts']
    const reporters = ['./shared/testing/progress.ts', 'json'].map((one) => `--reporter=${one}`)
    const selected = projects.map((project) => `--project=${project}`)
    const options = [...selected, ...reporters, `--outputFile.json=${report}`]
    const code = await start([...words, ...options], 'inherit', { TEST_SUITE: name, ...settings })
    return scoreOf(name, code, JSON.parse(await readFile(report, 'utf8')) as VitestReport)
  } catch {
    return { passed: 0, failed: 1, failures: [`${name}: no report`] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function scoreOf(name: string, code: number | null, report: VitestReport): Score {
  const { numPassedTests, numFailedTests, numPendingTests, success, testResults } = report
  // Files that cannot be loaded, skipped tests and unhandled errors fail the run without a failed test.
  const hidden =
    numPendingTests + (numFailedTests === 0 && (code !== 0 || !success || numPassedTests === 0) ? 1 : 0)
  return {
    passed: numPassedTests,
    failed: numFailedTests + hidden,
    failures: [
      ...failuresOf(testResults),
      ...(hidden > 0 ? [`${name}: skipped tests, a file that cannot be loaded or an unhandled error`] : []),
    ],
    files: testResults.map(({ name: file, startTime, endTime }) => ({
      name: relative(root, file),
      seconds: (endTime - startTime) / 1000,
    })),
  }
}

/** These proofs with a fixed seed. Each row of their table counts as a test. */
export const proof = (...names: string[]): Step =>
  step(`proofs of ${names.join(', ')}`, () => runProof(names))

async function runProof(names: string[]): Promise<Score> {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-report-'))
  try {
    const options = ['--seed', '1', '--out', folder]
    const code = await start(['npm', 'run', '--silent', 'prove', '--', ...names, ...options], 'inherit')
    const { suites } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as ProofReport
    const rows = suites.flatMap((suite) => suite.rows)
    const failures = rows.filter(({ wrong }) => wrong > 0).map(({ what }) => `proof: ${what}`)
    const passed = rows.length - failures.length
    if (failures.length === 0 && code !== 0) failures.push('proof: exited with an error')
    return { passed, failed: failures.length, failures }
  } catch {
    return { passed: 0, failed: 1, failures: ['proof: no report'] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs a command with its output in an open file or in ours, and returns its exit code. */
function start(
  [program = '', ...words]: string[],
  out: number | 'inherit',
  settings = {},
): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: root,
      stdio: ['ignore', out, out],
      env: { ...process.env, CI: 'true', APP_IS_PACKED: 'yes', ...settings },
    })
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
}
