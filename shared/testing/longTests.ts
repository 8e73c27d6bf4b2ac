/**
 * Test files that take long and repeat a check under many conditions: every screen at every width, other Postgres set-ups,
 * the rarer parts of the desktop app. `npm run test:full` and CI run them, `npm test` does not.
 */
export const longTests = [
  'api/db/failover.test.ts',
  'api/db/pooler.test.ts',
  'api/deploy/container.test.ts',
  'api/deploy/proxies.test.ts',
  'api/privileges.test.ts',
  'api/testing/crash.test.ts',
  'desktop/e2e/hostile.e2e.ts',
  'desktop/e2e/offline.e2e.ts',
  'desktop/e2e/twostep.e2e.ts',
  'desktop/e2e/updates.e2e.ts',
  'web/e2e/console.access.e2e.ts',
  'web/e2e/console.looks.e2e.ts',
  'web/e2e/phones.e2e.ts',
  'web/e2e/site.access.e2e.ts',
]

/** Which test files of a part to run: `TEST_SET` is `short`, `long` or unset for all. */
export function testFiles(part: string, pattern: string, made: string[]) {
  const set = process.env.TEST_SET
  const long = longTests.filter((path) => path.startsWith(part))
  return {
    include: set === 'long' ? long : [pattern],
    exclude: set === 'short' ? [...made, ...long] : made,
  }
}
