import { z } from 'zod'

/** How far a prospect is, in the order that it passes through. */
export const ContactStatus = z
  .enum(['Selected', 'Contacted', 'Responded', 'Submitted'])
  .meta({ id: 'ContactStatus' })
export type ContactStatus = z.infer<typeof ContactStatus>

export const statusLabel = (status: ContactStatus | null) => status ?? 'No Status'
