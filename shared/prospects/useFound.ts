import { useDeferredValue, useEffect, useMemo, useReducer, useState } from 'react'
import { filterProspects, type ProspectModel, type Reached, searchTexts } from './model.ts'
import type { SlowColumn } from './slowColumn.ts'
import { orderOf, slowOrders, sorted } from './sorting.ts'
import type { ProspectsView } from './useView.ts'

interface Asked extends Pick<ProspectsView, 'filters' | 'sort'> {
  model: ProspectModel
  reached: Reached
}

/** Up to here a column takes less than a frame. */
const SMALL = 2000
/** Milliseconds of work, and between two pieces of it: a frame has 16, and less is left while nobody waits. */
const WAITED_FOR = { piece: 8, pause: 0 }
const AHEAD = { piece: 4, pause: 16 }

/** The first tick, key or change needs them. */
const rowNumbers: Pick<SlowColumn<unknown>, 'step'> = { step: ({ indexOf }) => indexOf.step() }

const columnsFor = ({ filters, sort }: Asked): SlowColumn<unknown>[] =>
  [filters.search.trim() === '' ? undefined : searchTexts, orderOf(sort)].filter((one) => one !== undefined)

/**
 * The rows that pass the filters, in their order, and the list they are rows of. What needs a column that would hold up
 * the page is shown when it is made; until then the last that could be.
 */
export function useFound(model: ProspectModel, reached: Reached, { filters, sort }: ProspectsView) {
  const later = useDeferredValue(filters)
  const asked = useMemo(
    (): Asked => ({ model, reached, filters: later, sort }),
    [model, reached, later, sort],
  )
  const [shown, setShown] = useState(asked)
  const ready =
    asked === shown || model.rows.length <= SMALL || columnsFor(asked).every((column) => column.isMade(model))
  if (ready && asked !== shown) setShown(asked)
  useColumnsAhead(asked)
  const now = ready ? asked : shown
  const found = useMemo(() => filterProspects(now.model, now.filters, now.reached), [now])
  const order = useMemo(() => sorted(now.model, found, now.sort), [now, found])
  return { model: now.model, found: order }
}

/** Makes what is waited for, then what the first search and order will need, little by little; draws when it is there. */
function useColumnsAhead(asked: Asked) {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    const { model } = asked
    const needed = columnsFor(asked).filter((column) => !column.isMade(model))
    let timer = setTimeout(work, needed.length > 0 ? WAITED_FOR.pause : AHEAD.pause)
    function work() {
      const start = performance.now()
      for (const column of [...needed, rowNumbers, searchTexts, ...slowOrders]) {
        const { piece, pause } = needed.some((one) => one === column) ? WAITED_FOR : AHEAD
        while (!column.step(model)) {
          if (performance.now() - start < piece) continue
          timer = setTimeout(work, pause)
          return
        }
        if (column === needed.at(-1)) drawAgain()
      }
    }
    return () => clearTimeout(timer)
  }, [asked])
}
