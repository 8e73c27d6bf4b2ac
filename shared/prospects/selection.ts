import { create } from 'zustand'
import { onReset } from '../host/reset.ts'
import { type Chosen, placesIn } from './changes.ts'
import type { ProspectModel } from './model.ts'

/** Rows of a list by number: of 100,000 a set of their ids would take longer to fill than a frame has. */
export interface Ticks {
  /** The list they are rows of; null where nothing was ticked yet. */
  model: ProspectModel | null
  /** 1 for a ticked row. */
  marks: Uint8Array
  count: number
}

interface Ticked {
  ticks: Ticks
  /** The row the keyboard stands on, by id. */
  current: string | null
}

const none: Ticks = { model: null, marks: new Uint8Array(), count: 0 }

/** What this person has ticked in the Prospects tab; it outlives a visit to another tab. */
export const useTicked = create<Ticked>(() => ({ ticks: none, current: null }))

onReset(() => useTicked.setState({ ticks: none, current: null }))

export const setCurrent = (current: string | null) => useTicked.setState({ current })

/** What is ticked, as rows of this list; who is no longer in it is not ticked. */
export function ticksIn(model: ProspectModel, ticks: Ticks): Ticks {
  const before = ticks.model
  if (before?.indexOf === model.indexOf) return ticks
  const marks = new Uint8Array(model.rows.length)
  let count = 0
  for (const id of before ? idsOf(ticks) : []) {
    const index = model.indexOf.get(id)
    if (index === undefined) continue
    marks[index] = 1
    count++
  }
  return { model, marks, count }
}

/** Ticks or unticks these rows; -1 is nobody. The rest of the selection stays. */
export function select(model: ProspectModel, indexes: ArrayLike<number>, on: boolean) {
  const { marks: before, count: ticked } = ticksIn(model, useTicked.getState().ticks)
  const marks = before.slice()
  let count = ticked
  for (let n = 0; n < indexes.length; n++) {
    const index = indexes[n] as number
    if (index < 0) continue
    count += Number(on) - (marks[index] as number)
    marks[index] = Number(on)
  }
  useTicked.setState({ ticks: { model, marks, count } })
}

/** Unticks these, for whom what was asked is done; who was ticked meanwhile stays. */
export function untick(chosen: Chosen) {
  const { model } = useTicked.getState().ticks
  if (model) select(model, placesIn(model, chosen), false)
}

export const clearSelection = () => useTicked.setState({ ticks: none })

/** Numbers of the ticked rows, in the order of the list. */
export function indexesOf({ marks, count }: Ticks): Uint32Array {
  const indexes = new Uint32Array(count)
  for (let index = 0, n = 0; n < count; index++) if (marks[index]) indexes[n++] = index
  return indexes
}

export const idsOf = (ticks: Ticks): string[] =>
  Array.from(indexesOf(ticks), (index) => ticks.model?.rows[index]?.id ?? '')
