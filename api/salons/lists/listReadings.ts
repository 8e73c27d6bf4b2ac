import { localDate } from '@salonback/shared/sms/openHours.ts'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../../platform/db/open.ts'
import type { SalonRules } from '../salons/queries.ts'
import { findFile, type PreviewedList } from './queries.ts'
import { type ListContext, type ReadList, readFile } from './readFile.ts'

/** In cells. A reading takes as much memory as about ten cells for each row. */
const MAX_SIZE = 2_000_000
const CELLS_OF_CLIENT = 10
/** After a last look, so that memory holds no client for long. */
const KEPT_MS = 10 * 60_000

type Readings = LRUCache<string, ReadList>

/** By pool, because tests have a database each. */
const readings = new WeakMap<Sql, Readings>()

function readingsOf(sql: Sql): Readings {
  const known = readings.get(sql)
  if (known) return known
  const sizeOf = ({ parsed, reading }: ReadList) =>
    1 + reading.rowCount * CELLS_OF_CLIENT + (parsed?.size ?? 0)
  const made: Readings = new LRUCache({
    maxSize: MAX_SIZE,
    sizeCalculation: sizeOf,
    ttl: KEPT_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
  })
  readings.set(sql, made)
  return made
}

/** Every change of the row, an erased number too, makes another version. Dates are read as of today in the salon. */
const keyOf = ({ id, version }: Pick<PreviewedList, 'id' | 'version'>, salon: SalonRules, now: Date) =>
  [id, version, salon.country, localDate(salon.timeZone, now)].join(' ')

/** Keeps what was read from a list that is stored in this version. */
export function keepReading(
  sql: Sql,
  list: Pick<PreviewedList, 'id' | 'version'>,
  read: ReadList,
  salon: SalonRules,
  now: Date,
): void {
  readingsOf(sql).set(keyOf(list, salon, now), read)
}

/** What this process read from the list in this version. */
export const keptReading = (sql: Sql, list: PreviewedList, salon: SalonRules, now: Date) =>
  readingsOf(sql).get(keyOf(list, salon, now))

/** The clients of a stored list. A process parses its file once. Throws AppError. */
export async function readStored(
  { sql }: ListContext,
  list: PreviewedList,
  salon: SalonRules,
  now: Date,
): Promise<ReadList> {
  const kept = keptReading(sql, list, salon, now)
  if (kept) return kept
  const read = await readFile({ ...list, file: await findFile(sql, list.id) }, salon, now)
  keepReading(sql, list, read, salon, now)
  return read
}
