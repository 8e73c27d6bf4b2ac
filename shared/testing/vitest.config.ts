import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = fileURLToPath(new URL('../..', import.meta.url))
const made = ['**/node_modules/**', '**/dist/**', '**/out/**']
// Node 25 and later have a localStorage of their own, undefined without a file, which hides the test page's.
const noWebStorage = '--no-experimental-webstorage'

/** What is awaited costs no more time than it takes; a second, the runner's own limit, is too short for a busy machine. */
const poll = { timeout: 15_000 }

const hasPage = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom')

/** What takes longest, longest first: one that began last would run on alone, beside idle workers. */
const longest = [
  'console.access.e2e.ts',
  'console.looks.e2e.ts',
  'console-sms.e2e.ts',
  'site.access.e2e.ts',
  'console.e2e.ts',
  'testing/crash.test.ts',
  'cli.test.ts',
  'privileges.test.ts',
]

const place = ({ moduleId }: TestSpecification) => {
  const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
  return at < 0 ? longest.length : at
}

/**
 * Of a project the files with a page first, then those without: a worker is kept for its next file only where that has
 * the same environment, and a new worker loads every module anew.
 */
class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).sort((one, other) => place(one) - place(other))
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(hasPage), ...own.filter((file) => !hasPage(file))]
    })
  }
}

/**
 * Every test there is, in four projects. Files of the desktop share one screen and one keyring, so they run one at a
 * time; all others have a database or server of their own.
 */
export default defineConfig({
  root,
  test: {
    // More than there may be cores: many tests wait, for a lease, a pause or a process that starts.
    maxWorkers: 4,
    sequence: { sequencer: Order },
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['{shared,web,desktop}/**/*.test.{ts,tsx}'],
          exclude: made,
          setupFiles: ['shared/testing/failOnConsole.ts', 'shared/testing/failOnLeftovers.ts'],
          execArgv: process.allowedNodeEnvironmentFlags.has(noWebStorage) ? [noWebStorage] : [],
          // Modules are loaded once for all files of a worker, which is half of the time; each test leaves them as they were.
          isolate: false,
          testTimeout: 60_000,
          expect: { poll },
        },
      },
      {
        root,
        test: {
          name: 'api',
          include: ['api/**/*.test.ts'],
          exclude: made,
          setupFiles: ['shared/testing/failOnConsole.ts'],
          globalSetup: ['api/testing/global.ts'],
          // As above: importing the service anew for each file took as long as a quarter of its tests.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll },
        },
      },
      {
        root,
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.e2e.ts'],
          maxWorkers: 3,
          // Projects with another number of workers have a turn of their own.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll },
        },
      },
      {
        root,
        test: {
          name: 'desktop',
          include: ['desktop/e2e/*.e2e.ts'],
          globalSetup: ['desktop/e2e/global.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll },
        },
      },
    ],
  },
})
