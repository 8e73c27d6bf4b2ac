import { z } from 'zod'
import { named } from '../../fields.ts'

const Money = z.number().int()

/** What a line of a statement shows. It names the client by initial and last three digits only. */
export const EntryLine = named('EntryLine', {
  /** `M. …123` */
  client: z.string(),
  /** Day of the visit. */
  visitOn: z.iso.date().nullable(),
  /** Paid for services, in minor units; of a correction, the amount that is charged from now on. */
  paid: Money.nullable(),
  /** Only of a correction: the amount that was charged until then. Entries before 26 November 2026 lack it. */
  paidBefore: Money.nullable().optional(),
  /** Share of the fee in hundredths of a percent. */
  feeBps: z.number().int(),
  /** Why the fee is owed, or the correction was made, as sentences. */
  reasons: z.array(z.string()),
})
export type EntryLine = z.infer<typeof EntryLine>

export const EntryKind = z.enum(['fee', 'reversal', 'adjustment', 'credit']).meta({ id: 'EntryKind' })
export type EntryKind = z.infer<typeof EntryKind>
