import { z } from 'zod'
import { Count, Id, Instant, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { todoKinds } from '../salons/todos.ts'

const TodoKind = z.enum(todoKinds).meta({ id: 'TodoKind' })

/** One thing to do for a salon, or for all of them. */
export const TodayItem = named('TodayItem', {
  /** Null: it concerns all salons. */
  salonId: Id.nullable(),
  /** Empty without a salon. */
  salonName: z.string(),
  kind: TodoKind,
  text: z.string(),
  /** Since when it waits; null: not known. */
  since: Instant.nullable(),
  /** How many things it is about, such as replies; null: not counted yet. */
  count: Count.nullable(),
})
export type TodayItem = z.infer<typeof TodayItem>

export const today = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/today',
    access: 'staff',
    summary: 'Everything to do at all salons, by kind; within a kind the longest wait first',
    reply: z.array(TodayItem),
  }),
}
