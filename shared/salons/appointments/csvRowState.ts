import type { DateOrder } from '../lists/listDates.ts'
import { isEmptyValue } from '../lists/listValues.ts'
import type { AppointmentState } from './appointment.ts'
import { isRefundWord } from './csvAmounts.ts'
import { csvState, isMoneyWord, readFlag, wordKey, worstOf } from './csvStates.ts'
import type { CsvCell, CsvRow } from './csvTable.ts'
import { isTimeText } from './csvTimes.ts'
import type { StateMeaning, StateMeanings } from './stateMeanings.ts'

/** A word that people must decide, with the key under which the decision is stored. */
export interface AskedWord {
  key: string
  word: string
}

export interface RowState {
  /** Null: a word must be decided first, or the row is left out. */
  state: AppointmentState | null
  asked: AskedWord[]
  /** The word for which staff chose to leave rows out. */
  leftOut: string | null
}

interface RowTime {
  order: DateOrder
  isPast: boolean
}

type Evidence = AppointmentState | 'nothing' | AskedWord

/** The state of a row: the worst that a column says. Without any it is booked, because nothing says that the client came. */
export function readRowState(row: CsvRow, meanings: StateMeanings, time: RowTime): RowState {
  const said = [
    ...row.placed('state').map(ofStateCell),
    ...row.placed('canceled').map((cell) => ofFlag(cell, 'canceled', 'nothing', time)),
    ...row.placed('noShow').map((cell) => ofFlag(cell, 'no_show', 'nothing', time)),
    ...row
      .placed('attended')
      .map((cell) => ofFlag(cell, 'attended', time.isPast ? 'no_show' : 'nothing', time)),
    ...row.placed('done').map((cell) => ofFlag(cell, 'attended', noOfDone(cell, time), time)),
  ]
  const asked = said.filter((one) => typeof one === 'object')
  const decided = asked.map(({ key }) => meanings[key])
  const states = [...said, ...decided].filter(isState)
  const worst = worstOf(states)
  const leftOut = asked.find((_, n) => decided[n] === 'leave_out')?.word ?? null
  if (worst === 'canceled' || worst === 'no_show') return { state: worst, asked, leftOut: null }
  // A word about money decides nothing where another column says the state.
  const open = asked.filter(({ key, word }) => !meanings[key] && !(worst && isMoneyWord(word)))
  return { state: open.length > 0 || leftOut ? null : (worst ?? 'booked'), asked, leftOut }
}

const isState = (one: Evidence | StateMeaning | undefined): one is AppointmentState =>
  typeof one === 'string' && one !== 'nothing' && one !== 'leave_out'

function ofStateCell({ text, bare }: CsvCell): Evidence {
  // The address of a client: TX.
  if (isEmptyValue(text) || (bare === 'state' && /^[A-Z]{2}$/.test(text))) return 'nothing'
  const state = csvState(text)
  if (bare === 'activationstate' && state === 'booked') return 'nothing'
  return state ?? { key: wordKey(text), word: text.slice(0, 60) }
}

/** These hold a time, a person or a reason, so that any content is a yes. */
const CONTENT = /(?:at|on|by|am|le|date|time|timestamp|reason|reasons|note|notes|comment|comments|type)$/
const NEVER_CONTENT = /^(?:cancell?ation|noshow)$/

/** A yes-or-no column, or one with the time of the change. */
function ofFlag(
  { text, bare, name }: CsvCell,
  yes: AppointmentState,
  no: AppointmentState | 'nothing',
  { order }: RowTime,
): Evidence {
  if (isEmptyValue(text)) return 'nothing'
  const flag = readFlag(text)
  const hasContent = CONTENT.test(bare) && !NEVER_CONTENT.test(bare)
  if (flag === false) return hasContent ? 'nothing' : no
  if (flag || isTimeText(text, order) || (hasContent && yes !== 'attended')) return yes
  return csvState(text) ?? { key: `${bare}:${wordKey(text)}`, word: `${name}: ${text.slice(0, 60)}` }
}

/** Many salons do not check clients in, so that a no says nothing there. */
const noOfDone = ({ bare }: CsvCell, { isPast }: RowTime) =>
  isPast && !bare.includes('check') ? ('booked' as const) : 'nothing'

/** Whether all that a row says is that money was given back. */
export const isRefundOnly = (row: CsvRow) =>
  row.cells('rowType').some(isRefundWord) || row.cells('state').some(isRefundWord)
