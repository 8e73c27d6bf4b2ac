/**
 * Unit and API test files of `npm run test:full` only: other Postgres setups and takeovers of a data folder, processes that
 * are started, killed or suspended, races by chance, random requests and sequences of events, large tables, large and
 * malformed files, ids and amounts in every spelling, inputs that could block the service, weeks of a clock, every column
 * with every spelling of a number, thousands of drawn worlds, attacks on logins and on the budget of texts, lost
 * connections, receivers that stay away.
 */
export const longTests = [
  'api/cliProcess.test.ts',
  'api/salons/bookingLinks/millionTokens.test.ts',
  'api/salons/campaigns/twoMonths.test.ts',
  'api/salons/appointments/amountUnits.test.ts',
  'api/salons/appointments/feed.test.ts',
  'api/salons/appointments/identity.test.ts',
  'api/salons/billing/disputes.test.ts',
  'api/salons/billing/vatOfCorrections.test.ts',
  'api/salons/campaigns/bookingLinks.test.ts',
  'api/salons/campaigns/approvedWords.test.ts',
  'api/salons/campaigns/ownRecords.test.ts',
  'api/salons/campaigns/twoTexts.test.ts',
  'api/salons/lists/unknownVisits.test.ts',
  'api/salons/lists/killedCommit.test.ts',
  'api/salons/lists/largeLists.test.ts',
  'api/platform/db/embedded.test.ts',
  'api/platform/db/plans.test.ts',
  'api/deploy/container.test.ts',
  'api/deploy/proxies.test.ts',
  'api/platform/http/fuzz.test.ts',
  'api/platform/http/worstCases.test.ts',
  'api/core/erasure/everywhere.test.ts',
  'api/core/erasure/order.test.ts',
  'api/core/publicTexts/budget.test.ts',
  'api/core/publicTexts/runs.test.ts',
  'api/platform/db/migrate.test.ts',
  'api/salons/lists/deadlock.test.ts',
  'api/salons/programmes/runProgrammes.test.ts',
  'api/salons/proof/claims.test.ts',
  'api/salons/proof/known.test.ts',
  'api/core/messages/catchUp.test.ts',
  'api/platform/auth/throttle.test.ts',
  'api/platform/db/open.test.ts',
  'api/platform/receivers/trouble.test.ts',
  'api/cli.test.ts',
  'api/core/restore/restore.test.ts',
  'api/sales/imports/crash.test.ts',
  'api/sales/imports/malformedFiles.test.ts',
  'api/core/messages/suspendedProcess.test.ts',
  'api/core/messages/transitions.test.ts',
  'api/core/restore/resume.test.ts',
  'api/privileges.test.ts',
  'api/sales/prospects/largeBulk.test.ts',
  'api/salons/lists/heavyFiles.test.ts',
  'api/salons/lists/largeFiles.test.ts',
  'api/salons/largeSalon.test.ts',
  'api/salons/owner/largeHome.test.ts',
  'api/salons/programmes/announcements.test.ts',
  'api/simulator/productionStart.test.ts',
  'api/testing/crash.test.ts',
  'shared/sms/reader/learn.test.ts',
  'shared/sms/worstCases.test.ts',
]

/** The browser and desktop files of `npm test`: one walk through each part. All others belong to `npm run test:full`. */
export const walks = [
  'web/e2e/site-walk.e2e.ts',
  'web/e2e/sales-walk.e2e.ts',
  'web/e2e/owner-walk.e2e.ts',
  'desktop/e2e/walk.e2e.ts',
]

/** The slowest files, slowest first, so that none of them runs alone at the end. */
export const slowest = [
  'console.access.e2e.ts',
  'console.looks.e2e.ts',
  'console-sms.e2e.ts',
  'site.access.e2e.ts',
  'console.e2e.ts',
  'testing/crash.test.ts',
  'privileges.test.ts',
  'http/contracts.test.ts',
  'join/routes.test.ts',
  'owner/home.test.ts',
  'campaigns/routes.test.ts',
  'messages/senders.test.ts',
  'inbox/SmsTab.test.tsx',
  'admin/Admin.test.tsx',
]

/** The test files of a project to run. `TEST_SET` is `short` (`npm test`), `long` (the others), or unset for all. */
export function testFiles(
  folder: 'shared' | 'api' | 'web' | 'desktop',
  pattern: string,
  generated: string[],
) {
  const within = (paths: string[]) => paths.filter((path) => path.startsWith(`${folder}/`))
  const hasWalks = folder === 'web' || folder === 'desktop'
  const short = hasWalks ? { include: within(walks) } : { include: [pattern], exclude: longTests }
  const long = hasWalks ? { include: [pattern], exclude: walks } : { include: within(longTests) }
  const { include, exclude = [] }: { include: string[]; exclude?: string[] } = { short, long }[
    process.env.TEST_SET ?? ''
  ] ?? { include: [pattern] }
  return { include, exclude: [...generated, ...exclude] }
}
