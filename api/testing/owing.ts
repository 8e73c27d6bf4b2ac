import { SEEN_DAYS } from '@salonback/shared/salons/billing/fees.ts'
import type { App } from './app.ts'
import { later } from './salons.ts'
import { textedSalon } from './textedSalon.ts'

/** Confirms a visit of the client, for which £45 was paid; returns its id. */
export async function confirmVisit(
  { staff, sql }: Pick<App, 'staff' | 'sql'>,
  salonId: string,
  clientId: string,
  amount = 4500,
  visitOn = '2026-03-18',
) {
  const known = {
    state: 'attended',
    bookedAt: '2026-03-12T09:00:00.000Z',
    note: 'Seen in the diary',
  } as const
  const visit = await staff.visits.create({ id: salonId, clientId, ...known, visitOn, amount })
  await sql`
    update visits set evidence = '[{"kind": "owner", "name": "Aoife", "at": "2026-03-18T12:00:00.000Z"}]'
    where id = ${visit.id}`
  await staff.visits.update({ id: salonId, visitId: visit.id, state: 'attended' })
  return visit.id
}

/** A salon that owes fees of £13.50 for this many of its three clients, which are payable. It is 19 April 2026; they are a week old. */
export async function owing(visitors = 3, settings: Record<string, string> = {}) {
  const { app, salon } = await textedSalon(settings)
  const { id } = salon
  await later(app, 40 - SEEN_DAYS)
  const visitIds: string[] = []
  for (const { id: clientId } of salon.clients.slice(0, visitors))
    visitIds.push(await confirmVisit(app, id, clientId))
  await later(app, SEEN_DAYS)
  return { ...app, id, visitIds, clients: salon.clients }
}
