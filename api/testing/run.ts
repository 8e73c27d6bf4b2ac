import { spawn } from 'node:child_process'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { ensureSystemPackages } from '@salonback/shared/testing/systemPackages.ts'
import type { Report } from '../prove/report.ts'

/**
 * `npm test`: types, lint, knip, unit and API tests, the built site and console in a real Chromium, the packaged app in a
 * real Electron, a short proof. `--full` (`npm run test:full`) adds the long tests and proofs; `--rest` runs only those, after
 * `npm test`. All steps run even if one fails; the last line has the totals.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Score {
  passed: number
  failed: number
  /** Failures with messages, repeated at the end of the log. */
  failures?: string[]
}

interface Step {
  name: string
  /** Runs the step and writes its output there. */
  run(out: Out): Promise<Score>
}

/** An open file, or our own output. */
type Out = number | 'inherit'

async function main() {
  const started = Date.now()
  ensureSystemPackages()
  const rest = process.argv.includes('--rest')
  const long = rest || process.argv.includes('--full')
  const scores = [...(rest ? [] : await shortSteps()), ...(long ? await longSteps() : [])]
  const passed = scores.reduce((sum, score) => sum + score.passed, 0)
  const failed = scores.reduce((sum, score) => sum + score.failed, 0)
  for (const failure of scores.flatMap(({ failures = [] }) => failures))
    process.stdout.write(`\nFAILED ${failure}\n`)
  process.stdout.write(
    `\nall suites in ${Math.round((Date.now() - started) / 1000)} s\n${passed} passed, ${failed} failed\n`,
  )
  process.exitCode = failed === 0 ? 0 : 1
}

async function shortSteps(): Promise<Score[]> {
  return [
    ...(await inParallel(
      [
        command('types', ['npx', 'tsc', '--noEmit']),
        command('lint and format', ['npx', 'biome', 'check', '--error-on-warnings', '.']),
      ],
      [command('unused files, exports and packages', ['npx', 'knip', '--no-progress'])],
      [command('the packaged desktop app', ['npm', 'run', '--silent', 'desktop:dir'])],
      // Once, before tests start servers that would each compile the same.
      [command('build of site, console and service', ['npm', 'run', '--silent', 'build'])],
    )),
    ...(await inParallel([tests('unit and API', 'short', ['unit', 'api'])])),
    ...(await inParallel([tests('browser', 'short', ['browser'])])),
    ...(await inParallel([tests('desktop', 'short', ['desktop'])], [proof('interleavings')])),
  ]
}

async function longSteps(): Promise<Score[]> {
  return [
    ...(await inParallel([tests('long API', 'long', ['api'])])),
    ...(await inParallel([tests('long browser', 'long', ['browser'])])),
    ...(await inParallel([tests('long desktop', 'long', ['desktop'])], [proof('faults', 'accessFuzz')])),
  ]
}

/** Runs rows of steps concurrently, the steps of a row in order. With several rows, output is printed per step. */
async function inParallel(...rows: Step[][]): Promise<Score[]> {
  const perform = rows.length > 1 ? keepOutput : showOutput
  const scores = rows.map(async (row) => {
    const done: Score[] = []
    for (const step of row) done.push(await perform(step))
    return done
  })
  return (await Promise.all(scores)).flat()
}

function showOutput({ name, run }: Step): Promise<Score> {
  process.stdout.write(`\n# ${name}\n`)
  return run('inherit')
}

async function keepOutput({ name, run }: Step): Promise<Score> {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-output-'))
  const file = await open(join(folder, 'output'), 'a')
  try {
    const from = Date.now()
    const score = await run(file.fd)
    const output = await readFile(join(folder, 'output'))
    process.stdout.write(`\n# ${name}, ${Math.round((Date.now() - from) / 1000)} s\n${output}`)
    return score
  } finally {
    await file.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function command(name: string, words: string[]): Step {
  const run = async (out: Out) =>
    (await start(words, out)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [name] }
  return { name, run }
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

type TestSet = 'short' | 'long'

const tests = (name: string, set: TestSet, projects: string[]): Step => ({
  name: `${name} tests`,
  run: (out) => runSuite({ name, set, projects }, out),
})

/** Runs one suite and reads its counts from its report; a suite without a report has failed. */
async function runSuite(
  { name, set, projects }: { name: string; set: TestSet; projects: string[] },
  out: Out,
): Promise<Score> {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-report-'))
  const report = join(folder, 'report.json')
  try {
    const words = ['npx', 'vitest', 'run', '--config', 'shared/testing/vitest.config.ts']
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const selected = projects.map((project) => `--project=${project}`)
    const code = await start([...words, ...selected, ...reporters], out, { TEST_SET: set })
    const { numPassedTests, numFailedTests, numPendingTests, success, testResults } = JSON.parse(
      await readFile(report, 'utf8'),
    ) as VitestReport
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
    }
  } catch {
    return { passed: 0, failed: 1, failures: [`${name}: no report`] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const proof = (...names: string[]): Step => ({
  name: `proof, short form: ${names.join(', ')}`,
  run: (out) => runProof(names, out),
})

/** Runs the short form of these proofs with a fixed seed and counts the rows of their table. */
async function runProof(names: string[], out: Out): Promise<Score> {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-report-'))
  try {
    const words = [
      'npm',
      'run',
      '--silent',
      'prove',
      '--',
      ...names,
      '--short',
      '--seed',
      '1',
      '--out',
      folder,
    ]
    const code = await start(words, out)
    const { suites } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report
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

/** Runs a command and returns its exit code. */
function start([program = '', ...words]: string[], out: Out, settings = {}): Promise<number | null> {
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

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`)
  process.stdout.write('0 passed, 1 failed\n')
  process.exitCode = 1
})
