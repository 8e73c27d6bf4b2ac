import { z } from 'zod'
import type { Sql } from '../db/open.ts'

/** The faults that can be injected, with their labels on the handsets page. */
export const faultKinds = {
  refuse: 'Refuse the text with an error code',
  busy: 'Say there are too many requests (429)',
  error: 'Break down before taking it (500)',
  unauthorized: 'Refuse our credentials (401)',
  drop: 'Hang up before taking it',
  hang: 'Never answer, and never take it',
  delay: 'Take it, but answer late',
  accept_drop: 'Take it, then hang up without answering',
  accept_error: 'Take it, then break down (500)',
  undelivered: 'Report it as undelivered',
  failed: 'Report it as failed',
  repeat: 'Send every receipt several times',
  reorder: 'Send the receipts in the wrong order',
  withhold: 'Never send a receipt',
} as const
export type FaultKind = keyof typeof faultKinds

/** Kinds that decide how a call is answered; the others shape what is reported later. */
const answering: FaultKind[] = [
  'refuse',
  'busy',
  'error',
  'unauthorized',
  'drop',
  'hang',
  'delay',
  'accept_drop',
  'accept_error',
]

export const NewFault = z.object({
  kind: z.enum(Object.keys(faultKinds) as [FaultKind, ...FaultKind[]]),
  /** One handset in E.164; all handsets when absent. */
  number: z
    .string()
    .regex(/^\+\d{7,15}$/)
    .nullish(),
  /** Error code of `refuse`, `undelivered`, `failed`. */
  code: z.number().int().min(10_000).max(99_999).nullish(),
  /** Milliseconds of `delay`. */
  ms: z.number().int().min(0).max(120_000).nullish(),
  /** Posts of `repeat`. */
  times: z.number().int().min(1).max(100).nullish(),
  /** How many texts it strikes; until cleared when absent. */
  count: z.number().int().min(1).max(1_000_000).nullish(),
  /** Chance that it strikes a text, 0 to 1. */
  probability: z.number().min(0).max(1).default(1),
})
export type NewFault = z.input<typeof NewFault>

export type Fault = {
  id: number
  kind: FaultKind
  number: string | null
  code: number | null
  ms: number | null
  times: number | null
  remaining: number | null
  probability: number
}

export async function addFault(sql: Sql, fault: z.output<typeof NewFault>): Promise<Fault> {
  const [row] = await sql<[Fault]>`
    insert into simulator.faults (kind, handset, code, ms, times, remaining, probability)
    values (${fault.kind}, ${fault.number ?? null}, ${fault.code ?? null}, ${fault.ms ?? null},
      ${fault.times ?? null}, ${fault.count ?? null}, ${fault.probability})
    returning id, kind, handset as number, code, ms, times, remaining, probability`
  return row
}

/** Faults still at work, oldest first. */
export async function listFaults(sql: Sql): Promise<Fault[]> {
  return sql<Fault[]>`
    select id, kind, handset as number, code, ms, times, remaining, probability
    from simulator.faults where remaining is null or remaining > 0 order by id`
}

/** Ends one fault, or all. */
export async function clearFaults(sql: Sql, id: number | null): Promise<void> {
  await sql`delete from simulator.faults where ${id}::bigint is null or id = ${id}`
}

export type Struck = { answer: Fault | null; reports: Fault[] }

/** The faults that apply to this text: at most one of its answer, any number of its reports. Counts them as used. */
export async function strike(sql: Sql, handset: string, random: () => number): Promise<Struck> {
  const struck: Struck = { answer: null, reports: [] }
  for (const fault of await listFaults(sql)) {
    if (fault.number !== null && fault.number !== handset) continue
    const answers = answering.includes(fault.kind)
    if (answers && struck.answer) continue
    if (random() >= fault.probability || !(await use(sql, fault))) continue
    if (answers) struck.answer = fault
    else struck.reports.push(fault)
  }
  return struck
}

/** False when other texts took the last of its count meanwhile. */
async function use(sql: Sql, { id, remaining }: Fault): Promise<boolean> {
  if (remaining === null) return true
  const used = await sql`
    update simulator.faults set remaining = remaining - 1 where id = ${id} and remaining > 0 returning id`
  return used.length > 0
}
