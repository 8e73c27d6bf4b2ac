import { randomUUID } from 'node:crypto'
import { startEmbedded } from '../platform/db/embedded.ts'
import { openDatabase } from '../platform/db/open.ts'
import { makeText } from './factories.ts'

/**
 * `node --import tsx api/testing/addBookings.ts FOLDER SALON`: in the database of a running server, clients of a salon who
 * were texted 45 days ago, answered, and booked for 20 days ago. For browser tests, which cannot move the clock.
 */
const [dataDir = '', salonId = ''] = process.argv.slice(2)
const { url } = await startEmbedded({ dataDir })
const sql = openDatabase(url, { max: 1 })
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)

for (const [n, firstName] of ['Maya', 'Siobhán', 'Orla'].entries()) {
  const phone = `+44770090060${n}`
  const [client] = await sql<[{ id: string }]>`
    insert into clients ${sql({ salonId, phone, firstName, lastVisit: '2025-01-15', createdAt: daysAgo(60) })} returning id`
  const own = { salonId, clientId: client.id, phone }
  const sid = `SM${randomUUID().replaceAll('-', '')}`
  const left = { status: 'sent', createdAt: daysAgo(45), acceptedAt: daysAgo(45), sid }
  await makeText(sql, { ...own, ...left, kind: 'offer', body: 'Come back' })
  const evidence = sql.json([{ kind: 'reply', messageId: client.id, text: 'Yes please, Friday at 3?' }])
  const booked = { state: 'booked', bookedAt: daysAgo(42), visitAt: daysAgo(20), evidence }
  await sql`insert into visits ${sql({ ...own, ...booked, createdBy: 'maya', createdAt: daysAgo(42) })}`
}
await sql.end()
