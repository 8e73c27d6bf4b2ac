import type { ContactStatus, Prospect, ProspectChanges } from './contract.ts'
import { modelOf, modelWork, type ProspectModel, setModel, statusCodes } from './model.ts'
import { atOnce, type Work } from './slowColumn.ts'

/** Rows between two moments at which the work may pause. */
const SLICE = 1000

/** Rows of a list, by number. */
export interface Chosen {
  model: ProspectModel
  indexes: Uint32Array
}

/** Where the chosen rows stand in this list, which may be a later one; -1 for who is gone. */
function placesIn({ indexOf }: ProspectModel, { model, indexes }: Chosen): ArrayLike<number> {
  if (model.indexOf === indexOf) return indexes
  return Int32Array.from(indexes, (index) => indexOf.get((model.rows[index] as Prospect).id) ?? -1)
}

/** The list with the status of these changed; see `statusWork`. */
export function withStatus(rows: Prospect[], chosen: Chosen, to: ContactStatus | null): Prospect[] {
  const model = modelOf(rows)
  return atOnce(statusWork(model, placesIn(model, chosen), () => to))
}

/** Puts rows back as they were, for a change that was refused, without touching what changed meanwhile. */
export function withStatusOf(rows: Prospect[], before: Chosen): Prospect[] {
  const model = modelOf(rows)
  const statusOf = (n: number) => before.model.rows[before.indexes[n] as number]?.contactStatus ?? null
  return atOnce(statusWork(model, placesIn(model, before), statusOf))
}

/**
 * The list with another status for each of these places; all other rows are the very same objects, and the columns are
 * carried over. Where nothing differs it is the very same list.
 */
function* statusWork(
  model: ProspectModel,
  places: ArrayLike<number>,
  statusOf: (n: number) => ContactStatus | null,
): Work<Prospect[]> {
  const { rows } = model
  let changed: Prospect[] | undefined
  let status = model.status
  for (let n = 0; n < places.length; n++) {
    if (n % SLICE === 0) yield
    const index = places[n] as number
    const contactStatus = statusOf(n)
    const code = statusCodes[contactStatus ?? 'none']
    if (index < 0 || status[index] === code) continue
    if (!changed) {
      changed = rows.slice()
      status = status.slice()
    }
    changed[index] = { ...(rows[index] as Prospect), contactStatus }
    status[index] = code
  }
  if (!changed) return rows
  setModel({ ...model, rows: changed, status })
  return changed
}

/**
 * The list after what the server told, in its order, with its columns; null where a predecessor is not in it, and the
 * list has to be read again.
 */
export function* changedWork(rows: Prospect[], told: ProspectChanges): Work<Prospect[] | null> {
  const before = modelOf(rows)
  const places = new Int32Array(told.statuses.length)
  for (const [n, { id }] of told.statuses.entries()) {
    if (n % SLICE === 0) yield
    places[n] = before.indexOf.get(id) ?? -1
  }
  const list = yield* statusWork(before, places, (n) => told.statuses[n]?.contactStatus ?? null)
  const model = modelOf(list)
  const placed = told.placed.filter(({ prospect }) => !isThere(model, prospect))
  const deleted = told.deleted.filter((id) => model.indexOf.has(id))
  if (placed.length + deleted.length === 0) return list
  const changed = yield* placedWork(list, placed, deleted)
  if (changed) yield* modelWork(changed)
  return changed
}

function isThere({ rows, indexOf }: ProspectModel, prospect: Prospect): boolean {
  const row = rows[indexOf.get(prospect.id) ?? -1]
  return (
    row !== undefined &&
    (Object.keys(prospect) as (keyof Prospect)[]).every((name) => row[name] === prospect[name])
  )
}

/** Null where not every one of those to be placed found its predecessor. */
function* placedWork(
  rows: Prospect[],
  placed: ProspectChanges['placed'],
  deleted: readonly string[],
): Work<Prospect[] | null> {
  const gone = new Set([...deleted, ...placed.map(({ prospect }) => prospect.id)])
  const followers = new Map<string | null, Prospect[]>()
  for (const { after, prospect } of placed) {
    const others = followers.get(after)
    if (others) others.push(prospect)
    else followers.set(after, [prospect])
  }
  const list: Prospect[] = []
  // Those placed one after another form chains; each is followed to its end.
  const put = (after: string | null) => {
    const waiting = [...(followers.get(after) ?? [])].reverse()
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      list.push(next)
      waiting.push(...[...(followers.get(next.id) ?? [])].reverse())
    }
  }
  put(null)
  for (let i = 0; i < rows.length; i++) {
    if (i % SLICE === 0) yield
    const row = rows[i] as Prospect
    if (gone.has(row.id)) continue
    list.push(row)
    put(row.id)
  }
  const expected = rows.length - countIn(rows, gone) + placed.length
  return list.length === expected ? list : null
}

const countIn = (rows: Prospect[], ids: ReadonlySet<string>) => {
  const { indexOf } = modelOf(rows)
  let count = 0
  for (const id of ids) if (indexOf.has(id)) count++
  return count
}
