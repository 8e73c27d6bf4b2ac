import type { Sql } from '../db/open.ts'
import { findPerson, type Person } from './person.ts'
import { findTraces, type Trace } from './traces.ts'

/** Maximum rows listed per table. */
const MAX_LINES = 40
const WIDTH = 100
const AROUND = 30

/** Lines that describe the effects of an erasure. Changes nothing. */
export async function listErasure(sql: Sql, phone: string, emails: string[] = []): Promise<string[]> {
  const person = await findPerson(sql, phone, emails)
  const traces = await findTraces(sql, person)
  const own = traces.filter((trace) => trace.own)
  const others = traces.filter((trace) => !trace.own)
  return [
    ...part('These rows will be erased:', own, (trace) => [describe(trace)]),
    ...part('In these other rows the number is replaced by [erased]:', others, (trace) =>
      excerpts(trace, person),
    ),
    ...person.sharedEmails.map(
      (email) =>
        `${email} was given with another number too, so messages from it stay. If they are this person’s: --email ${email}`,
    ),
    ...(traces.length === 0 ? ['Nothing is stored about this number.'] : []),
  ]
}

function part(title: string, traces: Trace[], lines: (trace: Trace) => string[]): string[] {
  const tables = [...new Set(traces.map(({ table }) => table))]
  if (tables.length === 0) return []
  return [
    title,
    ...tables.flatMap((table) => {
      const rows = traces.filter((trace) => trace.table === table)
      const shown = rows.slice(0, MAX_LINES).flatMap((trace) => lines(trace).map((line) => `    ${line}`))
      const more = rows.length > MAX_LINES ? [`    … and ${rows.length - MAX_LINES} more`] : []
      return [`  ${table.replace(/^public\./, '')}: ${rows.length}`, ...shown, ...more]
    }),
  ]
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Time and text of the row, to recognise it. */
function describe({ row }: Trace): string {
  const words = Object.values(row).filter(
    (value): value is string => typeof value === 'string' && value !== '' && !ID.test(value),
  )
  const [time] = words.filter((value) => TIME.test(value))
  const texts = words.filter((value) => !TIME.test(value)).map(oneLine)
  return cut([time?.slice(0, 16).replace('T', ' '), ...texts].filter(Boolean).join(' · '), WIDTH)
}

/** The number with its context, per column. */
function excerpts({ row, changes }: Trace, { finder }: Person): string[] {
  return [...(changes?.keys() ?? [])].map(({ name }) => {
    const value = row[name]
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const [at] = finder.find(text)
    const from = Math.max(0, (at?.from ?? 0) - AROUND)
    const excerpt = text.slice(from, (at?.to ?? 0) + AROUND)
    return `${name}: ${from > 0 ? '…' : ''}${cut(oneLine(excerpt), WIDTH)}`
  })
}

/** Strips control characters: the text is from strangers and terminals execute escape sequences. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
const cut = (text: string, width: number) => (text.length > width ? `${text.slice(0, width - 1)}…` : text)
