import { openDatabase } from '../platform/db/open.ts'
import { createDatabase, startPostgres } from '../testing/postgres.ts'
import type { SuiteContext } from './suite.ts'

/** A migrated database on its own Postgres, until the suite ends. */
export async function openSuiteDatabase({ atEnd }: Pick<SuiteContext, 'atEnd'>, max?: number) {
  const postgres = await startPostgres()
  atEnd(postgres.stop)
  const url = await createDatabase(postgres.url, 'proof')
  const sql = openDatabase(url, { max })
  atEnd(() => sql.end({ timeout: 5 }))
  return { sql, url }
}
