/**
 * Slow test files that repeat a check under many conditions: every screen at every width, other Postgres setups, rarely
 * used parts of the desktop app, random years, large files, inputs that could block the service. `npm run test:full` runs
 * them, `npm test` does not.
 */
export const longTests = [
  'api/backup/pooler.test.ts',
  'api/clients/largeLists.test.ts',
  'api/db/failover.test.ts',
  'api/db/pooler.test.ts',
  'api/deploy/container.test.ts',
  'api/deploy/proxies.test.ts',
  'api/http/worstCases.test.ts',
  'api/imports/malformedFiles.test.ts',
  'api/privileges.test.ts',
  'api/salonCampaigns/properties.test.ts',
  'api/salons/largeFiles.test.ts',
  'api/testing/crash.test.ts',
  'desktop/e2e/hostile.e2e.ts',
  'desktop/e2e/largeImport.e2e.ts',
  'desktop/e2e/offline.e2e.ts',
  'desktop/e2e/twostep.e2e.ts',
  'desktop/e2e/updates.e2e.ts',
  'web/e2e/console.access.e2e.ts',
  'web/e2e/console.looks.e2e.ts',
  'web/e2e/phones.e2e.ts',
  'web/e2e/site.access.e2e.ts',
]

/** The test files of a workspace to run. `TEST_SET` is `short`, `long`, or unset for all. */
export function testFiles(workspace: string, pattern: string, generated: string[]) {
  const set = process.env.TEST_SET
  const long = longTests.filter((path) => path.startsWith(workspace))
  return {
    include: set === 'long' ? long : [pattern],
    exclude: set === 'short' ? [...generated, ...long] : generated,
  }
}
