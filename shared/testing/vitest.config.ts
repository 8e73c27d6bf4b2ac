import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slowest, testFiles } from './testSets.ts'
import { WAIT_MS } from './waitMs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const generated = ['**/node_modules/**', '**/dist/**', '**/out/**']
// Node 25 and later define a localStorage that shadows the one of the test page.
const noWebStorage = '--no-experimental-webstorage'

/** In MB, for objects that live shortly: with less, a tenth of the time of workers goes into collecting them. */
const YOUNG_OBJECTS = '--max-semi-space-size=64'

/** Only a broken product reaches these: on a busy machine everything takes ten times as long. */
const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: WAIT_MS } } }

const hasPage = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom')

const position = ({ moduleId }: TestSpecification) => {
  const at = slowest.findIndex((name) => moduleId.endsWith(`/${name}`))
  return at < 0 ? slowest.length : at
}

/** Per project, slow files first; files with a page before those without, because a worker keeps its environment. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).sort((one, other) => position(one) - position(other))
    const projects = [...new Set(sorted.map(({ project }) => project))]
    // Unit tests first: the last files of the API are short, so that the workers end at about the same time.
    projects.sort((one, other) => other.name.localeCompare(one.name))
    return projects.flatMap((project) => {
      const filesOfProject = sorted.filter((file) => file.project === project)
      return [...filesOfProject.filter(hasPage), ...filesOfProject.filter((file) => !hasPage(file))]
    })
  }
}

/** All tests in four projects. Desktop files share a screen and a keyring, so they run one at a time. */
export default defineConfig({
  root,
  test: {
    // More than two cores, because some tests wait for leases, pauses or processes.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        root,
        resolve: { alias: [{ find: /^uplot$/, replacement: `${root}shared/testing/fakePlot.ts` }] },
        test: {
          name: 'unit',
          ...testFiles('shared', '{shared,web,desktop}/**/*.test.{ts,tsx}', generated),
          setupFiles: ['shared/testing/failOnConsole.ts', 'shared/testing/failOnLeftovers.ts'],
          execArgv: [
            YOUNG_OBJECTS,
            ...(process.allowedNodeEnvironmentFlags.has(noWebStorage) ? [noWebStorage] : []),
          ],
          // Load modules once per worker, which halves the time; tests must not leave changes.
          isolate: false,
          ...limits,
        },
      },
      {
        root,
        test: {
          name: 'api',
          ...testFiles('api', 'api/**/*.test.ts', generated),
          setupFiles: ['shared/testing/failOnConsole.ts'],
          execArgv: [YOUNG_OBJECTS],
          globalSetup: ['api/testing/global.ts'],
          // As above; importing the service per file would take a quarter of the time.
          isolate: false,
          ...limits,
        },
      },
      {
        root,
        test: {
          name: 'browser',
          ...testFiles('web', 'web/e2e/**/*.e2e.ts', generated),
          // As above; importing Playwright per file takes seconds.
          isolate: false,
          globalSetup: ['web/e2e/global.ts'],
          maxWorkers: 3,
          // Projects with another number of workers run separately.
          sequence: { groupOrder: 1 },
          ...limits,
        },
      },
      {
        root,
        test: {
          name: 'desktop',
          ...testFiles('desktop', 'desktop/e2e/*.e2e.ts', generated),
          isolate: false,
          globalSetup: ['desktop/e2e/global.ts'],
          fileParallelism: false,
          ...limits,
        },
      },
    ],
  },
})
