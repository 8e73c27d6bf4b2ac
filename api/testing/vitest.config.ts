import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Unit tests of every part and API tests on a real PostgreSQL. Browser and desktop walks have configs of their own. */
export default defineConfig({
  root,
  test: {
    include: ['{shared,api,web,desktop}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/out/**'],
    globalSetup: ['api/testing/global.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
  },
})
