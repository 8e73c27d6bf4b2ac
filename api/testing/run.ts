import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureSystem } from '@salonback/shared/testing/system.ts'
import type { Report } from '../prove/report.ts'

/**
 * `npm test`: types, lint, knip, unit and API tests, the built site and console in a real Chromium, the packaged
 * app in a real Electron, the short proof. Every step runs even when one before it failed; the last line counts them all.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Score {
  passed: number
  failed: number
  /** What failed and with which words, said again at the end: a log of this length is read from there. */
  failures?: string[]
}

const suites = [
  { name: 'unit and API', projects: ['unit', 'api'] },
  { name: 'browser', projects: ['browser'] },
  { name: 'desktop', projects: ['desktop'] },
]

async function main() {
  const started = Date.now()
  ensureSystem()
  const scores: Score[] = [
    await step('types', ['npx', 'tsc', '--noEmit']),
    await step('lint and format', ['npx', 'biome', 'check', '--error-on-warnings', '.']),
    await step('unused files, exports and packages', ['npx', 'knip', '--no-progress']),
    // Once, before tests start many servers that would each compile the same.
    await step('build of site, console and service', ['npm', 'run', '--silent', 'build']),
  ]
  for (const suite of suites) scores.push(await runSuite(suite.name, suite.projects))
  scores.push(await runProve())
  const passed = scores.reduce((sum, score) => sum + score.passed, 0)
  const failed = scores.reduce((sum, score) => sum + score.failed, 0)
  for (const failure of scores.flatMap(({ failures = [] }) => failures))
    process.stdout.write(`\nFAILED ${failure}\n`)
  process.stdout.write(
    `\nall suites in ${Math.round((Date.now() - started) / 1000)} s\n${passed} passed, ${failed} failed\n`,
  )
  process.exitCode = failed === 0 ? 0 : 1
}

async function step(name: string, words: string[]): Promise<Score> {
  process.stdout.write(`\n# ${name}\n`)
  const code = await run(words)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [name] }
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
      .map((test) => `${file} > ${test.fullName}\n${test.failureMessages.join('\n').slice(0, 2000)}`)
    return failed.length === 0 && status === 'failed' ? [`${file}\n${message.slice(0, 2000)}`] : failed
  })
}

/** Runs one suite and reads its counts from its own report; a suite that reports nothing has failed. */
async function runSuite(name: string, projects: string[]): Promise<Score> {
  process.stdout.write(`\n# ${name} tests\n`)
  const folder = await mkdtemp(join(tmpdir(), 'salonback-report-'))
  const report = join(folder, 'report.json')
  try {
    const code = await run([
      'npx',
      'vitest',
      'run',
      '--config',
      'shared/testing/vitest.config.ts',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ])
    const { numPassedTests, numFailedTests, numPendingTests, success, testResults } = JSON.parse(
      await readFile(report, 'utf8'),
    ) as VitestReport
    // A file that cannot be loaded, a skipped test and an unhandled error fail the run without a failed test.
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

/** The short form of every proof, each row of its table counted; always the same schedule, so that a failure can be had again. */
async function runProve(): Promise<Score> {
  process.stdout.write('\n# proof, short form\n')
  const folder = await mkdtemp(join(tmpdir(), 'salonback-report-'))
  try {
    const words = ['npm', 'run', '--silent', 'prove', '--', '--short', '--seed', '1', '--out', folder]
    const code = await run(words)
    const { suites } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report
    const rows = suites.flatMap((suite) => suite.rows)
    const failures = rows.filter(({ wrong }) => wrong > 0).map(({ what }) => `proof: ${what}`)
    const passed = rows.length - failures.length
    if (failures.length === 0 && code !== 0) failures.push('proof: did not end well')
    return { passed, failed: failures.length, failures }
  } catch {
    return { passed: 0, failed: 1, failures: ['proof: no report'] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run([command = '', ...words]: string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(command, words, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, CI: 'true' },
    })
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.stdout.write('0 passed, 1 failed\n')
  process.exitCode = 1
})
