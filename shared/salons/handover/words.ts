import type { HandoverAnswer, Told } from './contract.ts'

/** What staff read after a hand-over. */
export const toldText: Record<Told, (owner: string) => string> = {
  text: (owner) => `${owner} gets a text.`,
  email: (owner) => `${owner} gets an email.`,
  page: (owner) => `${owner} gets no texts. It is on the owner’s page.`,
  later: (owner) => `${owner} gets it with others in one text, at 17:00 or 9:00.`,
  unreachable: (owner) => `${owner} can be neither texted nor emailed. Please call ${owner}.`,
  before: (owner) => `${owner} has it already.`,
}

/** The note in the conversation about the owner's answer. */
export const answerNote: Record<HandoverAnswer, (words: string | null) => string> = {
  works: () => 'Yes.',
  other_time: (words) => `Answer: ${words ?? ''}`,
  call: () => 'Please ring them for me.',
}

/** The owner's answer as a text to the client; null if it is no answer. `words` are those of the owner. */
export const passOnWords: Record<HandoverAnswer, (owner: string, words: string | null) => string | null> = {
  works: (owner) => `${owner} says yes.`,
  other_time: (owner, words) => `${owner} says: ${words ?? ''}`,
  call: () => null,
}

interface BookingWords {
  /** First name and number. */
  client: string
  /** Time of the appointment; null: not known. */
  time: string | null
  /** The time that the owner knows. */
  was?: string | null
}

/** What the owner reads about a booking. */
export function bookingWords({ client, time, was = null }: BookingWords): string {
  if (was === null)
    return time ? `${client} has booked for ${time}.` : `${client} has booked. The time is not known yet.`
  return time
    ? `Changed: ${client} comes ${time}, not ${was}.`
    : `Changed: ${client} does not come ${was}. The new time is not known yet.`
}

/** What the owner reads when a booking was taken back. */
export const notBookedWords = ({ client, time }: Omit<BookingWords, 'was'>) =>
  `Not booked after all: ${client}${time ? `, ${time}` : ''}.`
