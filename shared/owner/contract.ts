import { z } from 'zod'
import { Instant, Message } from '../fields.ts'
import { endpoint } from '../http/endpoint.ts'
import { LinkPurpose } from '../salons/contract.ts'

/** Characters of the note with which an owner asks for changes. */
export const MAX_NOTE = 1000

const Token = z.object({ token: z.string().max(100) })

const Terms = z.object({
  version: z.string(),
  points: z.array(z.object({ title: z.string(), text: z.string() })),
})

const OfferToApprove = z.object({
  /** Hash of the texts, sent back with the approval. */
  sha256: z.string(),
  /** The texts as the owner would get them as a client. */
  body: z.string(),
  reminderBody: z.string().nullable(),
  /** Clients on the list. */
  people: z.number().int().nonnegative(),
  /** Of the first rebooking. */
  feePercent: z.number().nonnegative(),
})

/** What an owner link opens. */
export const OwnerPage = z
  .object({
    purpose: LinkPurpose,
    salonName: z.string(),
    ownerName: z.string(),
    expiresAt: Instant,
    /** With purpose `agree`. */
    terms: Terms.nullable(),
    /** With purpose `offer`. */
    offer: OfferToApprove.nullable(),
  })
  .meta({ id: 'OwnerPage' })
export type OwnerPage = z.infer<typeof OwnerPage>

const Sha256 = z.string().max(64)

export const Agreement = z.object({
  name: z.string().trim().min(2, 'Please type your name').max(100, 'At most 100 characters'),
})
export const Approval = z.object({ sha256: Sha256 })
export const ChangeRequest = z.object({
  sha256: Sha256,
  note: z
    .string()
    .trim()
    .min(1, 'Please write what we should change')
    .max(MAX_NOTE, `At most ${MAX_NOTE} characters`),
})

/** Calls of a salon's owner: the token of the link is the only credential. */
export const owner = {
  open: endpoint({
    method: 'GET',
    path: '/api/owner/{token}',
    access: 'public',
    rateLimited: true,
    errors: ['gone'],
    summary: 'What the link opens: the terms, or the offer to approve',
    params: Token,
    reply: OwnerPage,
  }),
  agree: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/agree',
    access: 'public',
    errors: ['gone'],
    summary: 'Accept the terms, once',
    params: Token,
    body: Agreement,
    reply: Message,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/approve',
    access: 'public',
    errors: ['gone', 'conflict'],
    summary: 'Approve the offer, if it is the one that was shown',
    params: Token,
    body: Approval,
    reply: Message,
  }),
  requestChanges: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/request-changes',
    access: 'public',
    errors: ['gone', 'conflict'],
    summary: 'Ask for changes of the offer',
    params: Token,
    body: ChangeRequest,
    reply: Message,
  }),
}
