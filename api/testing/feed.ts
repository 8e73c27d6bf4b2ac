import type { Appointment } from '@salonback/shared/salons/appointments/appointment.ts'
import { makeKey } from './keys.ts'
import { later } from './salons.ts'
import { textedSalon } from './textedSalon.ts'

export const DAY = 24 * 3_600_000

/** An appointment on Wednesday, 18 March 2026, booked two days after the text of `textedSalon`. */
export const appointment = (more: Partial<Appointment> = {}): Appointment => ({
  externalId: 'a1',
  phone: '+447700900600',
  bookedAt: '2026-03-12T09:00:00Z',
  startsAt: '2026-03-18T14:30:00Z',
  state: 'attended',
  amount: 4500,
  ...more,
})

/** The service with three texted clients of a salon and the key of its booking system, eleven days after the text. */
export async function fedSalon() {
  const { app, salon } = await textedSalon()
  await later(app, 11)
  const { v1, key } = await makeKey(app, { salonId: salon.id })
  const send = async (...visits: Appointment[]) =>
    (await v1.recordVisits({ visits })).results.map(({ result }) => result)
  const visits = async () =>
    (await app.staff.visits.list({ id: salon.id })).items.map(
      ({ state, visitAt, amount, attribution, phone }) => ({
        ...{ state, visitAt, amount, fee: attribution.fee },
        client: phone.slice(-1),
      }),
    )
  const entries = async () =>
    (await app.staff.billing.entries({ id: salon.id })).items
      .map(({ kind, amount }) => ({ kind, amount }))
      .reverse()
  return { app, ...salon, v1, key, send, visits, entries }
}
