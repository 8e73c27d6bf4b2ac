import { z } from 'zod'
import { CampaignState } from '../../core/campaigns/campaign.ts'
import { ById, Count, Id, Instant, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { AudienceChoice } from '../campaigns/audienceChoice.ts'
import { FirstBatch, MAX_KEPT_ASIDE } from '../campaigns/contract.ts'

const settings = {
  /** Approved for each month. */
  offerId: Id,
  perDay: z.number().int().min(1).max(1000),
  reminderAfterDays: z.number().int().min(7).max(90).nullable(),
  /** Percent of the clients. */
  keptAside: z.number().int().min(0).max(MAX_KEPT_ASIDE),
  /** Day of the month of the request for a list, or on which a wave is planned without one. */
  askDay: z.number().int().min(1).max(28),
  /** Unset or null: all eligible clients. */
  audience: AudienceChoice.nullish(),
  /** So many first, the rest a day later; unset or null: none. */
  firstBatch: FirstBatch.nullish(),
}

/** A month of a programme. */
export const Wave = named('Wave', {
  id: Id,
  askedFor: z.iso.date(),
  state: z.enum(['asking', 'started', 'skipped']),
  /** Requests for a list, and when the last one was sent. */
  requests: Count,
  lastAskedAt: Instant.nullable(),
  /** The day of its list; null while it waits for one, and if its dates come from a feed of bookings. */
  listAsOf: z.iso.date().nullable(),
  /** Why there was no campaign, or why it ended. */
  note: z.string().nullable(),
  campaign: z.object({ id: Id, state: CampaignState, texts: Count, sent: Count }).nullable(),
  /** What tells the owner of it; its texts leave from the day after one has arrived. Null without a campaign. */
  announcements: z
    .array(
      z.object({
        by: z.enum(['text', 'email']),
        state: z.enum(['waiting', 'arrived', 'failed']),
        since: Instant,
        at: Instant.nullable(),
      }),
    )
    .nullish(),
})
export type Wave = z.infer<typeof Wave>

export const Programme = named('Programme', {
  /** Null: never set up. */
  settings: z
    .object({
      ...settings,
      /** Off by staff, paused by the owner. */
      state: z.enum(['off', 'running', 'paused']),
      /** The last day of the owner's approval. */
      until: z.iso.date(),
      /** The next ask day while it runs. */
      nextAskOn: z.iso.date().nullable(),
    })
    .nullable(),
  /** The last day of a feed of bookings that stands for a fresh list; null without one. */
  feedOn: z.iso.date().nullable(),
  /** Approved offers that can be repeated, newest first. */
  offers: z.array(z.object({ id: Id, version: Count, until: z.iso.date() })),
  /** Newest first, the last 24. */
  waves: z.array(Wave),
})
export type Programme = z.infer<typeof Programme>

export const programmes = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/programme',
    access: 'staff',
    summary: 'The programme of a salon, which repeats an approved offer each month, with its waves',
    params: ById,
    reply: Programme,
  }),
  set: endpoint({
    method: 'PATCH',
    path: '/api/admin/salons/{id}/programme',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Set up the programme of a salon, and turn it on or off',
    params: ById,
    body: z.object({ ...settings, on: z.boolean() }),
    example: {
      offerId: '00000000-0000-4000-8000-000000000000',
      perDay: 20,
      reminderAfterDays: null,
      keptAside: 10,
      askDay: 1,
      on: false,
    },
    reply: Programme,
  }),
}
