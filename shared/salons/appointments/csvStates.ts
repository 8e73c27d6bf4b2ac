import type { AppointmentState } from './appointment.ts'

/** Words of the state, as letters alone; the first that fits counts. */
const states: [RegExp, AppointmentState][] = [
  [
    /noshow|missed|didnot|didnt|nonattend|not(?:attended|arrived|shown)|absent|^dna$|failedtoattend/,
    'no_show',
  ],
  [/cancel|declin|delet|reject|void/, 'canceled'],
  [/^un(?:paid|confirmed)|incomplete|^not/, 'booked'],
  [
    /complet|attend|arrived|checkedin|checkin|checkedout|checkout|paid|finish|fulfil|started|inprogress/,
    'attended',
  ],
  [/inservice|insalon|^showed|^show$|^done$|^closed$|^served$|visited|invoiced/, 'attended'],
  [
    /book|confirm|accept|approv|^new$|schedul|pending|request|tentative|reserved|upcoming|active|^open$/,
    'booked',
  ],
]

/** The state that a word of a booking system means; null for words that say nothing about it, such as `Waitlist`. */
export function csvState(text: string): AppointmentState | null {
  const word = text.toLowerCase().replace(/[^a-z]/g, '')
  return states.find(([words]) => words.test(word))?.[1] ?? null
}

export const isMarked = (text: string | undefined) => /^(?:yes|y|true|1|x|✓)$/i.test(text ?? '')
