import { z } from 'zod'
import { ById, Count, NameText, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

/** How clients of a salon give their consent themselves. */
export const JoinState = named('JoinState', {
  /** Address of the join page. */
  url: z.string(),
  posterUrl: z.string(),
  /** Clients who joined on the page or by texting JOIN. */
  joined: Count,
  /** Requests of the page that still can be confirmed. */
  unconfirmed: Count,
})
export type JoinState = z.infer<typeof JoinState>

/** What a client types on the join page. */
export const JoinForm = z.object({
  firstName: NameText()
    .max(40, 'A first name may have 40 characters')
    .optional()
    .transform((name) => name || null),
  phone: z
    .string({ error: 'Please type your mobile number' })
    .trim()
    .min(1, 'Please type your mobile number')
    .max(40),
  agree: z.literal('yes', { error: 'Please tick the box if you agree' }),
  /** Version of the sentence that the page showed. */
  wording: z.string().max(40).optional(),
})

export const join = {
  state: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/join',
    access: 'staff',
    summary: 'The join page of a salon, and how many clients joined',
    params: ById,
    reply: JoinState,
  }),
}
