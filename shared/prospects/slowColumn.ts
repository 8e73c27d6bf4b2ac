import { nextTurn } from '../kit/nextTurn.ts'
import type { ProspectRow } from './contract.ts'
import type { RowIndex } from './rowIndex.ts'

/** Rows of a list and the map of their ids. A change of status passes the map on: names and phones stay the same then. */
interface Rows {
  rows: ProspectRow[]
  indexOf: RowIndex
}

/** Yields often, a millisecond or less apart. */
export type Work<T> = Generator<undefined, T>

/** What a frame can give: it has 16, and drawing needs its part. */
const SLICE_MS = 6

/** Does the work in slices with a turn of the page between them, so that no frame waits for all of it. */
export async function inSlices<T>(work: Work<T>, signal?: AbortSignal): Promise<T> {
  for (let start = performance.now(); ; ) {
    const next = work.next()
    if (next.done) return next.value
    if (performance.now() - start < SLICE_MS) continue
    await nextTurn()
    signal?.throwIfAborted()
    start = performance.now()
  }
}

/** Does all of it now. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const next = work.next()
    if (next.done) return next.value
  }
}

export interface SlowColumn<T> {
  /** The column of this list, made now if it is not there yet. */
  of: (list: Rows) => T
  /** Makes a little of it; true once it is there. */
  step: (list: Rows) => boolean
  /** Whether it is there already. */
  isMade: (list: Rows) => boolean
}

/** A column that takes too long for one frame: made once for a list, ahead and little by little, or by who needs it. */
export function slowColumn<T>(make: (rows: ProspectRow[]) => Work<T>): SlowColumn<T> {
  const begun = new WeakMap<Rows['indexOf'], { work: Work<T>; made?: { value: T } }>()
  const further = ({ rows, indexOf }: Rows) => {
    const column = begun.get(indexOf) ?? { work: make(rows) }
    begun.set(indexOf, column)
    if (!column.made) {
      const next = column.work.next()
      if (next.done) column.made = next
    }
    return column.made
  }
  return {
    isMade: ({ indexOf }) => begun.get(indexOf)?.made !== undefined,
    step: (list) => further(list) !== undefined,
    of: (list) => {
      let made = further(list)
      while (!made) made = further(list)
      return made.value
    },
  }
}
