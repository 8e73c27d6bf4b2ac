import { dayAndClock } from '../../formats.ts'

interface Appointment {
  /** Trading name of the salon. */
  salon: string
  /** `Fri 4 Dec, 14:00`, on the clock of the salon. */
  time: string
}

/** The time of an appointment in a text: a short month, so that the text stays one segment. */
export const appointmentTime = (visitAt: string, timeZone: string) => dayAndClock(visitAt, timeZone, 'short')

/** What a client reads when staff book. `moved`: an earlier text named another time. */
export const bookedWords = ({ salon, time, moved }: Appointment & { moved: boolean }) =>
  moved
    ? `Your appointment at ${salon} is now ${time}. If you cannot come, text us here.`
    : `You are booked for ${time} at ${salon.replace(/\.$/, '')}. If you cannot come, text us here.`

/** What a client reads when a booking is canceled. `time` is null if no text named one. */
export const canceledWords = ({ salon, time }: { salon: string; time: string | null }) =>
  `Your appointment at ${salon}${time ? ` on ${time}` : ''} is canceled. For another time, text us here.`

/** What a client reads the day before. It starts with the name of the salon, because it answers no text. */
export const dayBeforeWords = ({ salon, time }: Appointment) =>
  `${salon}: see you tomorrow, ${time}. If you cannot come, text us here.`
