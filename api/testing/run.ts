import { parseArgs } from 'node:util'
import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { ensureSystemPackages } from '@salonback/shared/testing/systemPackages.ts'
import { allClocks, fullClocks } from './clocks.ts'
import { command, inOrder, proof, type Score, type Step, tests, testsUnder } from './steps.ts'

/**
 * `npm test`: types, lint, knip, unit and API tests, and a walk each through the site, the console, the pages of owners
 * and the packaged app. `--full` (`npm run test:full`) adds all other tests, the tests under three clocks and the short
 * proofs; `--rest` runs only those, after `npm test`. `--clocks` runs unit and API tests and the walks under each clock of
 * `clocks.ts`; `--clock 2027-12-31T23:50`, with `--tz` and `--node` if wanted, under one. The last line has the totals.
 */

const SLOWEST = 10
const [nodeMajor = ''] = process.versions.node.split('.')

async function main() {
  const started = Date.now()
  ensureSystemPackages()
  const scores = await chosenSteps()
  const passed = scores.reduce((sum, score) => sum + score.passed, 0)
  const failed = scores.reduce((sum, score) => sum + score.failed, 0)
  for (const failure of scores.flatMap(({ failures = [] }) => failures))
    process.stdout.write(`\nFAILED ${failure}\n`)
  printSlowest(scores)
  process.stdout.write(
    `\nall suites in ${Math.round((Date.now() - started) / 1000)} s\n${passed} passed, ${failed} failed\n`,
  )
  process.exitCode = failed === 0 ? 0 : 1
}

async function chosenSteps(): Promise<Score[]> {
  const { rest, full, clocks, clock, tz, node } = readOptions().values
  if (clock) return [...(await buildSteps()), ...(await inOrder(...testsUnder({ at: clock, tz, node })))]
  if (clocks) return [...(await buildSteps()), ...(await inOrder(...allClocks.flatMap(testsUnder)))]
  const first = rest ? await buildSteps() : await shortSteps()
  return [...first, ...(rest || full ? await longSteps() : [])]
}

const readOptions = () =>
  parseArgs({
    options: {
      full: { type: 'boolean' },
      rest: { type: 'boolean' },
      clocks: { type: 'boolean' },
      clock: { type: 'string' },
      tz: { type: 'string', default: 'UTC' },
      node: { type: 'string', default: nodeMajor },
    },
  })

function printSlowest(scores: Score[]) {
  const files = scores.flatMap(({ files: found = [] }) => found)
  const slowest = files.sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
  process.stdout.write(`\nThe ${slowest.length} slowest files:\n`)
  for (const { name, seconds } of slowest)
    process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${name}\n`)
}

// Once, before tests start servers that would each compile the same.
const build = command('build of site, console and service', ['npm', 'run', '--silent', 'build'])
const pack = command('packaging of the desktop app', ['npm', 'run', '--silent', 'desktop:dir'])

const buildSteps = () => inOrder(build, pack)

/** The tests start after the build; checks and packaging run beside it and beside them. */
async function shortSteps(): Promise<Score[]> {
  const built = build()
  const afterBuild =
    (step: Step): Step =>
    async () => {
      await built
      return step()
    }
  const checks = inOrder(
    command('types', ['npx', 'tsc', '--noEmit']),
    command('lint and format', ['npx', 'biome', 'check', '--error-on-warnings', '.']),
    command('unused files, exports and packages', ['npx', 'knip', '--no-progress']),
    pack,
    afterBuild(tests('browser', 'short', ['browser'])),
    afterBuild(tests('desktop', 'short', ['desktop'])),
  )
  const code = inOrder(afterBuild(tests('unit and API', 'short', ['unit', 'api'])))
  return [await built, ...(await checks), ...(await code)]
}

const longSteps = () =>
  inOrder(
    tests('long unit and API', 'long', ['unit', 'api']),
    tests('long browser', 'long', ['browser']),
    tests('long desktop', 'long', ['desktop']),
    ...fullClocks.flatMap(testsUnder),
    proof('interleavings', 'year', 'faults', 'accessFuzz'),
  )

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`)
  process.stdout.write('0 passed, 1 failed\n')
  process.exitCode = 1
})
