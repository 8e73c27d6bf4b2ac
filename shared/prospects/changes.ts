import { statusCodes } from './columns.ts'
import type { ContactStatus, Prospect, ProspectChanges, ProspectRow } from './contract.ts'
import { modelOf, modelWork, type ProspectModel, prospectAt, setModel } from './model.ts'
import { atOnce, type Work } from './slowColumn.ts'

/** Rows between two moments at which the work may pause. */
const SLICE = 1000

/** Rows of a list, by number. */
export interface Chosen {
  model: ProspectModel
  indexes: Uint32Array
}

/** Where the chosen rows stand in this list, which may be a later one; -1 for who is gone. */
export function placesIn({ indexOf }: ProspectModel, { model, indexes }: Chosen): ArrayLike<number> {
  if (model.indexOf === indexOf) return indexes
  return Int32Array.from(indexes, (index) => indexOf.get((model.rows[index] as ProspectRow).id) ?? -1)
}

/** The list with the status of these changed; see `statusWork`. */
export function withStatus(rows: ProspectRow[], chosen: Chosen, to: ContactStatus | null): ProspectRow[] {
  const model = modelOf(rows)
  const code = codeOf(to)
  return atOnce(statusWork(model, placesIn(model, chosen), () => code))
}

/** Puts rows back as they were, for a change that was refused, without touching what changed meanwhile. */
export function withStatusOf(rows: ProspectRow[], before: Chosen): ProspectRow[] {
  const model = modelOf(rows)
  const code = (n: number) => before.model.status[before.indexes[n] as number] as number
  return atOnce(statusWork(model, placesIn(model, before), code))
}

const codeOf = (status: ContactStatus | null) => statusCodes[status ?? 'none']

/** The ids of these rows. */
export function* idsWork({ model, indexes }: Chosen): Work<string[]> {
  const ids: string[] = []
  for (const index of indexes) {
    if (ids.push((model.rows[index] as ProspectRow).id) % SLICE === 0) yield
  }
  return ids
}

/**
 * The list with another status for each of these places; its rows are the very same objects, and all other columns are
 * carried over. Where nothing differs it is the very same list.
 */
function* statusWork(
  model: ProspectModel,
  places: ArrayLike<number>,
  code: (n: number) => number,
): Work<ProspectRow[]> {
  const { rows } = model
  let status: Uint8Array | undefined
  for (let n = 0; n < places.length; n++) {
    if (n % SLICE === 0) yield
    const index = places[n] as number
    const now = code(n)
    if (index < 0 || (status ?? model.status)[index] === now) continue
    status ??= model.status.slice()
    status[index] = now
  }
  if (!status) return rows
  const changed = rows.slice()
  setModel({ ...model, rows: changed, status })
  return changed
}

/**
 * The list after what the server told, in its order, with its columns; null where a predecessor is not in it, and the
 * list has to be read again.
 */
export function* changedWork(rows: ProspectRow[], told: ProspectChanges): Work<ProspectRow[] | null> {
  const before = modelOf(rows)
  const places = new Int32Array(told.statuses.length)
  for (const [n, { id }] of told.statuses.entries()) {
    if (n % SLICE === 0) yield
    places[n] = before.indexOf.get(id) ?? -1
  }
  const list = yield* statusWork(before, places, (n) => codeOf(told.statuses[n]?.contactStatus ?? null))
  const model = modelOf(list)
  const placed = told.placed.filter(({ prospect }) => !isThere(model, prospect))
  const deleted = told.deleted.filter((id) => model.indexOf.has(id))
  if (placed.length + deleted.length === 0) return list
  return yield* placedWork(model, placed, deleted)
}

function isThere(model: ProspectModel, prospect: Prospect): boolean {
  const row = prospectAt(model, model.indexOf.get(prospect.id) ?? -1)
  return (
    row !== undefined &&
    (Object.keys(prospect) as (keyof Prospect)[]).every((name) => row[name] === prospect[name])
  )
}

/** Makes the columns as well. Null where not every one of those to be placed found its predecessor. */
function* placedWork(
  { rows, status, indexOf }: ProspectModel,
  placed: ProspectChanges['placed'],
  deleted: readonly string[],
): Work<ProspectRow[] | null> {
  const gone = new Set([...deleted, ...placed.map(({ prospect }) => prospect.id)])
  const followers = new Map<string | null, Prospect[]>()
  for (const { after, prospect } of placed) {
    const others = followers.get(after)
    if (others) others.push(prospect)
    else followers.set(after, [prospect])
  }
  const list: ProspectRow[] = []
  const codes = new Uint8Array(rows.length + placed.length)
  const add = (row: ProspectRow, code: number) => {
    codes[list.push(row) - 1] = code
  }
  // Those placed one after another form chains; each is followed to its end.
  const put = (after: string | null) => {
    const waiting = [...(followers.get(after) ?? [])].reverse()
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      add(next, codeOf(next.contactStatus))
      waiting.push(...[...(followers.get(next.id) ?? [])].reverse())
    }
  }
  put(null)
  for (let i = 0; i < rows.length; i++) {
    if (i % SLICE === 0) yield
    const row = rows[i] as ProspectRow
    if (gone.has(row.id)) continue
    add(row, status[i] as number)
    put(row.id)
  }
  if (list.length !== rows.length - countIn(indexOf, gone) + placed.length) return null
  yield* modelWork(list, codes.slice(0, list.length))
  return list
}

const countIn = (indexOf: ProspectModel['indexOf'], ids: ReadonlySet<string>) => {
  let count = 0
  for (const id of ids) if (indexOf.has(id)) count++
  return count
}
