import { startEmbedded } from '../platform/db/embedded.ts'
import { openDatabase } from '../platform/db/open.ts'

/**
 * `node --import tsx api/testing/makeTextsDue.ts FOLDER`: in the database of a running server, queued texts are
 * due now. For browser tests, which cannot move the clock of Postgres.
 */
const { url } = await startEmbedded({ dataDir: process.argv[2] ?? '' })
const sql = openDatabase(url, { max: 1 })
await sql`update messages set due_at = now(), due_until = 'infinity' where status = 'queued'`
await sql`select pg_notify('outbox', '')`
await sql.end()
