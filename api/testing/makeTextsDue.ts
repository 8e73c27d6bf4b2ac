import { startEmbedded } from '../platform/db/embedded.ts'
import { openDatabase } from '../platform/db/open.ts'

/**
 * `node --import tsx api/testing/makeTextsDue.ts FOLDER [NUMBER]`: in the database of a running server, queued texts, of
 * all numbers or one, are due now. For browser tests, which cannot move the clock of Postgres.
 */
const [dataDir = '', phone = ''] = process.argv.slice(2)
const { url } = await startEmbedded({ dataDir })
const sql = openDatabase(url, { max: 1 })
await sql`update messages set due_at = now(), due_until = 'infinity' where status = 'queued' and ${phone} in ('', phone)`
await sql`select pg_notify('outbox', '')`
await sql.end()
