import { z } from 'zod'
import { ById, Id, Instant, named, TypedDay } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

/** Largest payment, in minor units: a larger one is a typing error. */
export const MAX_PAYMENT = 100_000_000

/** Money that a salon paid or got back. A payment never changes; another payment takes a wrong one back. */
export const Payment = named('Payment', {
  id: Id,
  /** Day in the salon's time zone. */
  receivedOn: z.iso.date(),
  /** Minor units of the salon's currency; negative if it was paid back or takes another one back. */
  amount: z.number().int(),
  note: z.string(),
  /** The payment that this one takes back. */
  takesBack: Id.nullable(),
  /** Another payment takes this one back. */
  takenBack: z.boolean(),
  createdBy: z.string(),
  createdAt: Instant,
})
export type Payment = z.infer<typeof Payment>

const Note = z.string().trim().max(200, 'At most 200 characters')

export const payments = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/payments',
    access: 'staff',
    summary: 'Payments of a salon, newest first, and its credit',
    params: ById,
    reply: z.object({ items: z.array(Payment), credit: z.number().int() }),
  }),
  record: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/payments',
    access: 'admin',
    idempotent: true,
    summary: 'Record a payment of a salon; a negative amount was paid back to it',
    status: 201,
    params: ById,
    body: z.object({
      receivedOn: TypedDay('Please enter the day'),
      amount: z
        .number()
        .int()
        .min(-MAX_PAYMENT, 'At most 1,000,000')
        .max(MAX_PAYMENT, 'At most 1,000,000')
        .refine((amount) => amount !== 0, 'Please enter an amount'),
      note: Note.default(''),
    }),
    errors: ['conflict'],
    example: { receivedOn: '2026-03-20', amount: 4050 },
    reply: Payment,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/payments/{paymentId}/take-back',
    access: 'admin',
    summary: 'Take back a payment that was recorded by mistake, with another payment',
    status: 201,
    params: ById.extend({ paymentId: Id }),
    body: z.object({ note: Note.default('') }),
    errors: ['conflict'],
    example: { note: 'It was from another salon' },
    reply: Payment,
  }),
}
