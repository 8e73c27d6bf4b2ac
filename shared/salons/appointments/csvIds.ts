import { isEmptyValue } from '../lists/listValues.ts'
import { wordKey } from './csvStates.ts'

/** Said where a system or a person has no id. */
const placeholders = new Set(
  `online offline none null nil na nan tbc tba tbd unknown undefined pending new walkin walkins phone telephone web website app
  manual manually import imported test x xx xxx false true yes no ref refna value error instagram facebook google deleted blank
  empty notset notavailable notapplicable staff reception frontdesk inperson salon`
    .trim()
    .split(/\s+/),
)

/** `1.23457E+11`: a spreadsheet kept six digits, so other ids look the same. */
const EXPONENT = /^\d(?:[.,]\d+)?\s*E\s*\+\s*\d{1,3}$|^\d[.,]\d+\s*E\s*\d{1,3}$/i

/** Whether a cell of the id column names one appointment. */
export const isId = (text: string): boolean =>
  !isEmptyValue(text) &&
  !EXPONENT.test(text) &&
  !/^[0\s.,:;#*?/_{}()-]*$/.test(text) &&
  !/^#+(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)?$/i.test(text) &&
  !placeholders.has(wordKey(text))

/** Rows from which one id on all of them names the file, not an appointment. */
const CONSTANT_ROWS = 5

/** Whether all rows of a file have the same id. */
export const isConstant = (ids: readonly string[]): boolean =>
  ids.length >= CONSTANT_ROWS && ids.every((id) => id === ids[0])

/** Names an appointment without an id in its file. */
export const idOf = ({ phone, startsAt }: { phone: string; startsAt: string }) => `${phone} ${startsAt}`
