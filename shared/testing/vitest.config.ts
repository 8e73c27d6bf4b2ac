import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))
const made = ['**/node_modules/**', '**/dist/**', '**/out/**']
// Node 25 and later have a localStorage of their own, undefined without a file, which hides the test page's.
const noWebStorage = '--no-experimental-webstorage'

/**
 * Every test there is, in four projects. Files of the desktop share one screen and one keyring, so they run one at a
 * time; all others have a database or server of their own.
 */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['{shared,web,desktop}/**/*.test.{ts,tsx}'],
          exclude: made,
          setupFiles: ['shared/testing/failOnConsole.ts'],
          execArgv: process.allowedNodeEnvironmentFlags.has(noWebStorage) ? [noWebStorage] : [],
          // Modules are loaded once for all files of a worker, which is half of the time; each test leaves them as they were.
          isolate: false,
          testTimeout: 30_000,
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
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        root,
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.e2e.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 15_000 } },
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
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
