import { sendCollected } from '../salons/handover/sendCollected.ts'
import { type App, testApp } from './app.ts'
import { keepSession, readySalon, storeList } from './salons.ts'
import { textFrom } from './webhooks.ts'

export const MARY = '+447700900601'
/** A salon in London with clients who write to it, on a Tuesday at noon. */
export async function askingSalon(name = 'Glow', before?: App) {
  const app = before ?? (await testApp())
  const { staff, sql, clock, origin } = app
  const salon = await readySalon(app, name)
  const { id } = salon
  await storeList(app, id, [`Mary,${MARY},2025-09-01,Yes`])
  return {
    ...app,
    app,
    id,
    /** A text of a client, as staff name it. */
    say: async (body: string, phone = MARY) => {
      clock.advance(1000)
      await textFrom(origin, phone, body, { To: salon.sender.address })
      const { items } = await staff.replies.list({ state: 'all' })
      return { id, messageId: items[0]?.id ?? '' }
    },
    /** Texts and e-mails about clients to the owner, oldest first. */
    told: async () => {
      const texts = await sql<{ body: string }[]>`
        select body from owner_messages o join messages using (dedupe_key) where o.kind = 'handover' order by created_at, seq`
      const mails = await sql<{ body: string }[]>`
        select content->'paragraphs'->>0 as body from owner_messages o join mails using (dedupe_key)
        where o.kind = 'handover' order by created_at`
      return [...texts, ...mails].map(({ body }) => body.replace(/http\S+/, 'URL'))
    },
    token: async () => {
      const [text] = await sql<{ body: string }[]>`
        select body from owner_messages o join messages using (dedupe_key) where o.kind = 'handover'
        order by created_at desc, seq desc limit 1`
      return text?.body.split('/o/')[1] ?? ''
    },
    notes: async () =>
      (await staff.inbox.deskOf({ salonId: id, number: MARY })).notes.map(
        ({ createdBy, body }) => `${createdBy}: ${body}`,
      ),
    waiting: async () => (await staff.replies.waiting()).waiting,
    pass: async (ms: number) => {
      clock.advance(ms)
      await keepSession(app)
      await sendCollected(app.deps)
    },
  }
}
