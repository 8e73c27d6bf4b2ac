import { randomUUID } from 'node:crypto'
import { startEmbedded } from '../platform/db/embedded.ts'
import { openDatabase } from '../platform/db/open.ts'

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
  const text = {
    direction: 'outbound',
    kind: 'offer',
    phone,
    salonId,
    clientId: client.id,
    body: 'Come back',
    status: 'sent',
  }
  await sql`
    insert into messages ${sql({ ...text, createdAt: daysAgo(45), acceptedAt: daysAgo(45), sid: `SM${randomUUID().replaceAll('-', '')}` })}`
  const evidence = [{ kind: 'reply', messageId: client.id, text: 'Yes please, Friday at 3?' }]
  const visit = {
    salonId,
    clientId: client.id,
    phone,
    state: 'booked',
    createdBy: 'maya',
    createdAt: daysAgo(42),
  }
  await sql`
    insert into visits ${sql({ ...visit, bookedAt: daysAgo(42), visitAt: daysAgo(20), evidence: sql.json(evidence) })}`
}
await sql.end()
