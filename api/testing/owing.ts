import type { App } from './app.ts'
import { keepSession } from './salons.ts'
import { textedSalon } from './textedSalon.ts'

const DAY = 24 * 3_600_000

/** Confirms a visit of the client on 18 March, for which £45 was paid; returns its id. */
export async function confirmVisit({ staff, sql }: App, salonId: string, clientId: string, amount = 4500) {
  const visit = await staff.visits.create({
    id: salonId,
    clientId,
    state: 'attended',
    visitOn: '2026-03-18',
    bookedAt: '2026-03-12T09:00:00.000Z',
    amount,
    note: 'Seen in the diary',
  })
  await sql`
    update visits set evidence = '[{"kind": "owner", "name": "Aoife", "at": "2026-03-18T12:00:00.000Z"}]'
    where id = ${visit.id}`
  await staff.visits.update({ id: salonId, visitId: visit.id, state: 'attended' })
  return visit.id
}

/** A salon that owes fees of £13.50 for this many of its three clients, which are payable. It is 19 April 2026. */
export async function owing(visitors = 3, settings: Record<string, string> = {}) {
  const { app, salon } = await textedSalon(settings)
  const { id } = salon
  app.clock.advance(40 * DAY)
  await keepSession(app)
  const visitIds: string[] = []
  for (const { id: clientId } of salon.clients.slice(0, visitors))
    visitIds.push(await confirmVisit(app, id, clientId))
  return { ...app, id, visitIds, clients: salon.clients }
}
