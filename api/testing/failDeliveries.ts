import { startEmbedded } from '../platform/db/embedded.ts'
import { openDatabase } from '../platform/db/open.ts'

/**
 * `node --import tsx api/testing/failDeliveries.ts FOLDER`: in the database of a running server, events that wait have
 * failed, as after a day of attempts. For browser tests, which cannot move the clock.
 */
const { url } = await startEmbedded({ dataDir: process.argv[2] ?? '' })
const sql = openDatabase(url, { max: 1 })
await sql`update deliveries set state = 'failed', lease_until = null where state <> 'delivered'`
await sql.end()
