import { makeText } from '../../testing/factories.ts'
import { startApp } from '../../testing/start.ts'
import { openSuiteDatabase } from '../database.ts'
import type { SuiteContext } from '../suite.ts'

/** Noon in London on the day of the answers; the texts left on 10 March. */
const NOW = new Date('2026-03-28T12:00:00Z')
const TEXTED_AT = new Date('2026-03-10T12:00:00Z')
const ANSWERED_AT = new Date('2026-03-10T14:00:00Z')

/** The service with one salon, and its owner with a link to the results. */
export async function openScene(context: SuiteContext) {
  const { sql } = await openSuiteDatabase(context, 12)
  const app = await startApp({ sql, clock: () => NOW, settings: { PUBLIC_POSTS_PER_MINUTE: '1000000' } })
  context.atEnd(app.stop)
  const owner = { ownerName: 'Aoife Byrne', ownerPhone: null, ownerEmail: null, bookingUrl: null }
  const place = { country: 'GB', timeZone: 'Europe/London', currency: 'GBP' } as const
  const { id: salonId } = await app.staff.salons.create({ name: 'Aoife Hair', ...place, ...owner })
  const { url } = await app.staff.salons.createLink({ id: salonId, purpose: 'results' })
  return { ...app, salonId, token: new URL(url).pathname.slice('/o/'.length) }
}

export type Scene = Awaited<ReturnType<typeof openScene>>

/** A client who was texted and answered; some have a booking or a visit on a newer list. */
export async function addClient({ sql, salonId }: Scene, n: number, state: 'booked' | 'reported' | null) {
  const phone = `+4477009${String(n).padStart(5, '0')}`
  const client = { salonId, phone, firstName: 'Mary', lastVisit: '2025-01-15', createdAt: TEXTED_AT }
  const [{ id: clientId } = { id: '' }] = await sql<{ id: string }[]>`
    insert into clients ${sql(client)} returning id`
  const offer = { kind: 'offer', clientId, acceptedAt: TEXTED_AT, createdAt: TEXTED_AT } as const
  await makeText(sql, { ...offer, salonId, phone })
  await makeText(sql, { direction: 'inbound', salonId, phone, body: 'Yes please', createdAt: ANSWERED_AT })
  if (state) {
    const evidence = sql.json([{ kind: 'reply', messageId: clientId, text: 'Yes please' }])
    const visit = { salonId, clientId, phone, state, evidence, createdBy: 'maya', createdAt: ANSWERED_AT }
    await sql`
      insert into visits ${sql({ ...visit, visitAt: state === 'reported' ? new Date('2026-03-18T12:00:00Z') : null })}`
  }
  return clientId
}
