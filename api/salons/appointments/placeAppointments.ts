import { replacesState, visitOf } from '@salonback/shared/salons/appointments/visitOf.ts'
import type { VisitEvidence } from '@salonback/shared/salons/visits/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { VisitRow } from '../visits/queries.ts'
import type { Shown, StoredAppointment } from './queries.ts'

interface PlaceAppointments {
  timeZone: string
  now: Date
  /** Those that changed, and those of the visits, oldest first. */
  appointments: readonly StoredAppointment[]
  /** All of the client. */
  visits: readonly VisitRow[]
  texts: readonly { acceptedAt: Date; campaignId: string | null }[]
}

/** A visit of one day while its appointments are placed. */
interface Slot {
  /** As it is stored; null: new. */
  row: VisitRow | null
  campaignId: string | null
  appointments: Set<StoredAppointment>
  day: string | null
  shown: Shown | null
  /** When its day changed: no two visits may have one day, also in between. */
  movedAt: number
}

export interface PlacedVisit {
  row: VisitRow | null
  campaignId: string | null
  shown: Shown
  appointmentIds: string[]
}

/** The visits that changed, in an order in which they can be written, and appointments that belong to none. */
export interface Placed {
  visits: PlacedVisit[]
  unplaced: string[]
}

/**
 * Links each changed appointment to a visit on its day: the one it has, another one of that day, or a new one. A visit is written
 * once, however many of its appointments changed.
 */
export function placeAppointments({ timeZone, now, appointments, visits, texts }: PlaceAppointments): Placed {
  const dayOf = (at: string) => localDate(timeZone, new Date(at))
  const slots: Slot[] = visits
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    .map((row) => ({
      ...{ row, campaignId: row.campaignId, shown: null, movedAt: 0 },
      appointments: new Set(appointments.filter(({ visitId }) => visitId === row.id)),
      day: row.visitAt && dayOf(row.visitAt),
    }))
  const slotOf = new Map(slots.flatMap((slot) => [...slot.appointments].map((one) => [one, slot] as const)))
  const days = new Map(appointments.map((one) => [one, dayOf(one.startsAt)]))
  let moves = 0

  const show = (slot: Slot) => {
    slot.shown = shownFrom(slot, now)
    const day = slot.shown.visitAt && dayOf(slot.shown.visitAt)
    if (day !== slot.day) slot.movedAt = ++moves
    slot.day = day
  }
  const stateOf = ({ row, shown }: Slot) => shown?.state ?? row?.state
  const unlink = (one: StoredAppointment, slot: Slot) => {
    slot.appointments.delete(one)
    slotOf.delete(one)
  }
  /** Leaves a visit that other appointments keep on another day. */
  const leaveShared = (one: StoredAppointment): Slot | undefined => {
    const slot = slotOf.get(one)
    const isShared = [...(slot?.appointments ?? [])].some(
      (other) => other !== one && other.state !== 'canceled' && days.get(other) !== days.get(one),
    )
    if (!slot || !isShared) return slot
    unlink(one, slot)
    show(slot)
    return undefined
  }
  /** The visit of that day, or the booking that has no day yet and was made before. */
  const findOn = (day: string): Slot | undefined => {
    const open = slots.filter((slot) => stateOf(slot) !== 'canceled')
    return open.find((slot) => slot.day === day) ?? open.find((slot) => slot.row && isDateless(slot, day))
  }
  const isDateless = (slot: Slot, day: string) =>
    slot.row !== null &&
    slot.day === null &&
    stateOf(slot) === 'booked' &&
    dayOf(slot.row.bookedAt ?? slot.row.createdAt) <= day

  for (const one of appointments) {
    if (!one.due) continue
    const day = days.get(one) ?? ''
    const before = leaveShared(one)
    // A canceled appointment must not cancel another one of its day.
    const ofDay = one.state === 'canceled' ? undefined : findOn(day)
    // While the appointment has a visit, a visit without a day is another booking.
    const isOther = ofDay?.day === day && ofDay !== before
    if (before && !isOther) {
      show(before)
      continue
    }
    const text = texts.findLast(({ acceptedAt }) => acceptedAt < new Date(one.startsAt))
    if (!ofDay && (one.state === 'canceled' || !text)) continue
    if (before) unlink(one, before)
    const slot = ofDay ?? newSlot(text?.campaignId ?? null)
    if (!ofDay) slots.push(slot)
    slot.appointments.add(one)
    slotOf.set(one, slot)
    if (before) show(before)
    show(slot)
  }
  return {
    visits: slots
      .flatMap(({ row, shown, campaignId, movedAt, appointments: own }) =>
        shown ? [{ row, shown, campaignId, movedAt, appointmentIds: [...own].map(({ id }) => id) }] : [],
      )
      // A canceled visit leaves its day to others.
      .sort((a, b) => Number(isLive(a)) - Number(isLive(b)) || a.movedAt - b.movedAt),
    unplaced: appointments.filter((one) => one.due && !slotOf.has(one)).map(({ id }) => id),
  }
}

const isLive = ({ shown }: { shown: Shown }) => shown.state !== 'canceled'

const newSlot = (campaignId: string | null): Slot => ({
  ...{ row: null, campaignId, appointments: new Set(), day: null, shown: null, movedAt: 0 },
})

/** A visit as its appointments tell it; canceled without any. */
function shownFrom({ row, appointments }: Slot, now: Date): Shown {
  const told = visitOf([...appointments].toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1)))
  const given = told ?? {
    state: 'canceled' as const,
    ...{ amount: row?.amount ?? null, bookedAt: row?.bookedAt ?? null, startsAt: row?.visitAt ?? '' },
  }
  const isTold = !row || replacesState(given, { state: row.state, bySystem: row.bySystem }, now)
  const before = row?.evidence.find((one) => one.kind === 'system')
  const last = [...appointments].at(-1)
  const evidence: VisitEvidence = {
    ...{ kind: 'system', source: last?.source ?? 'moved to another visit', at: now.toISOString() },
    ...{ amount: given.amount, bookedAt: given.bookedAt },
  }
  return {
    state: isTold ? given.state : row.state,
    visitAt: given.startsAt,
    // What a person entered stays while the booking system does not know it.
    bookedAt: given.bookedAt ?? (row && row.bookedAt !== before?.bookedAt ? row.bookedAt : null),
    amount: given.amount ?? (row && row.amount !== before?.amount ? row.amount : null),
    isTold,
    evidence: [...(row?.evidence ?? []).filter(({ kind }) => kind !== 'system'), evidence],
  }
}
