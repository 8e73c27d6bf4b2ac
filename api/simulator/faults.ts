import { z } from 'zod'
import type { Sql } from '../platform/db/open.ts'

/** The faults that can be injected, with their labels on the handsets page. */
export const faultKinds = {
  refuse: 'Refuse the text with an error code',
  busy: 'Answer 429, too many requests',
  error: 'Answer 503 without accepting the text',
  unauthorized: 'Answer 401, wrong credentials',
  drop: 'Close the connection without accepting the text',
  hang: 'Never answer and never accept the text',
  delay: 'Accept the text, but answer late',
  accept_drop: 'Accept the text, then close the connection without an answer',
  accept_error: 'Accept the text, then answer 500',
  undelivered: 'Report it as undelivered',
  failed: 'Report it as failed',
  repeat: 'Send every receipt several times',
  reorder: 'Send the receipts in the wrong order',
  withhold: 'Send no receipts',
} as const
export type FaultKind = keyof typeof faultKinds

/** Kinds that change the response to the call; the others change the receipts. */
const responseFaults: FaultKind[] = [
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
  /** One handset in E.164; every handset if absent. */
  number: z
    .string()
    .regex(/^\+\d{7,15}$/)
    .nullish(),
  /** Error code of `refuse`, `undelivered`, `failed`. */
  code: z.number().int().min(10_000).max(99_999).nullish(),
  /** Duration of `delay` in ms; with other kinds of responses the time before the response. */
  ms: z.number().int().min(0).max(120_000).nullish(),
  /** How often `repeat` posts each receipt. */
  times: z.number().int().min(1).max(100).nullish(),
  /** The number of texts it applies to; without it the fault applies until cleared. */
  count: z.number().int().min(1).max(1_000_000).nullish(),
  /** Probability that it applies to a text, 0 to 1. */
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

/** Active faults, oldest first. */
export async function listFaults(sql: Sql): Promise<Fault[]> {
  return sql<Fault[]>`
    select id, kind, handset as number, code, ms, times, remaining, probability
    from simulator.faults where remaining is null or remaining > 0 order by id`
}

/** Clears one fault, or all if `id` is null. */
export async function clearFaults(sql: Sql, id: number | null): Promise<void> {
  await sql`delete from simulator.faults where ${id}::bigint is null or id = ${id}`
}

export type AppliedFault = Pick<Fault, 'kind'> & Partial<Pick<Fault, 'code' | 'ms' | 'times'>>
export type AppliedFaults = { response: AppliedFault | null; receipts: AppliedFault[] }

/** The faults for a text to this handset: at most one for the response, any number for receipts. Reduces their counts. */
export async function takeFaults(sql: Sql, handset: string, random: () => number): Promise<AppliedFaults> {
  const applied: AppliedFaults = { response: null, receipts: [] }
  for (const fault of await listFaults(sql)) {
    if (fault.number !== null && fault.number !== handset) continue
    const changesResponse = responseFaults.includes(fault.kind)
    if (changesResponse && applied.response) continue
    if (random() >= fault.probability || !(await reduceCount(sql, fault))) continue
    if (changesResponse) applied.response = fault
    else applied.receipts.push(fault)
  }
  return applied
}

/** False if concurrent texts used up the count. */
async function reduceCount(sql: Sql, { id, remaining }: Fault): Promise<boolean> {
  if (remaining === null) return true
  const used = await sql`
    update simulator.faults set remaining = remaining - 1 where id = ${id} and remaining > 0 returning id`
  return used.length > 0
}
