import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { campaignPolicies } from '../campaignPolicies.ts'
import { deferClosed } from '../core/campaigns/deferClosed.ts'
import { queueLaterTexts } from '../core/campaigns/laterTexts.ts'
import { queueMail } from '../platform/mail/queueMail.ts'
import { sendMails } from '../platform/mail/sendMails.ts'
import { sendEvents } from '../platform/receivers/sendEvents.ts'
import { reminders } from '../salons/campaigns/reminders.ts'
import { sendChasers } from '../salons/chasers/sendChasers.ts'
import { sendCollected } from '../salons/handover/sendCollected.ts'
import { countWaitingOffers } from '../salons/owner/countOffers.ts'
import { runProgrammes } from '../salons/programmes/runProgrammes.ts'
import { type App, testApp } from '../testing/app.ts'
import { askingSalon } from '../testing/askingSalon.ts'
import { breakSalon } from '../testing/breakSalon.ts'
import { makeText } from '../testing/factories.ts'
import { testMailServer } from '../testing/mailServer.ts'
import { programmeSalon } from '../testing/programmes.ts'
import { keepSession, passTime, REMINDER, readySalon, salonWithOffer, storeList } from '../testing/salons.ts'

const DAY = 24 * 3_600_000

async function later(app: App, ms: number) {
  app.clock.advance(ms)
  await keepSession(app)
}

/** What a chore does for a salon, how it is run, and for which salons it was done. */
interface Chore {
  name: string
  prepare(app: App, name: string): Promise<string>
  /** Lets the salon fail. */
  fail(app: App, salonId: string): Promise<unknown>
  run(app: App): Promise<unknown>
  done(app: App): Promise<{ salonId: string }[]>
}

const chores: Chore[] = [
  {
    name: 'a reminder to an owner',
    prepare: async ({ staff }, name) => {
      const { id } = await staff.salons.create(salonDetails({ name }))
      await staff.salons.createLink({ id, purpose: 'agree' })
      return id
    },
    fail: ({ sql }, salonId) =>
      breakSalon(sql, { table: 'owner_messages', when: "new.kind = 'agree'", salonId }),
    run: async (app) => {
      await later(app, 7 * DAY)
      await sendChasers(app.deps)
    },
    done: ({ sql }) => sql`select salon_id from owner_messages where kind = 'agree'`,
  },
  {
    name: 'a request of a programme for a list',
    prepare: async (app, name) => {
      const { id, set } = await programmeSalon({ app, name })
      await set(true)
      return id
    },
    fail: ({ sql }, salonId) => breakSalon(sql, { table: 'waves', salonId }),
    run: async (app) => {
      await later(app, DAY)
      await runProgrammes(app.deps)
    },
    done: ({ sql }) => sql`select salon_id from waves`,
  },
  {
    name: 'a month without a wave',
    prepare: async (app, name) => {
      const { id, set } = await programmeSalon({ app, name })
      await set(true)
      await later(app, DAY)
      await storeList(app, id, ['Mary,+447700900600,2025-09-01,No'])
      return id
    },
    fail: ({ sql }, salonId) => breakSalon(sql, { table: 'waves', salonId }),
    run: (app) => runProgrammes(app.deps),
    done: ({ sql }) => sql`select salon_id from waves where state = 'skipped'`,
  },
  {
    name: 'the reminders of a campaign',
    prepare: async (app, name) => {
      const phone = name === 'First' ? '+447700900601' : '+447700900602'
      const { salon, offerId } = await salonWithOffer(app, [phone], { name, reminder: REMINDER })
      await app.staff.campaigns.start({ id: salon.id, offerId, perDay: 10, reminderAfterDays: 7 })
      await passTime(app, DAY)
      return salon.id
    },
    fail: ({ sql }, salonId) =>
      breakSalon(sql, { table: 'messages', when: "new.kind = 'reminder'", salonId }),
    run: async (app) => {
      await later(app, 8 * DAY)
      await queueLaterTexts(app.deps, reminders)
    },
    done: ({ sql }) => sql`select salon_id from messages where kind = 'reminder'`,
  },
  {
    name: 'the next hours of texts',
    prepare: async (app, name) => {
      const phone = name === 'First' ? '+447700900601' : '+447700900602'
      const { salon, offerId } = await salonWithOffer(app, [phone], { name })
      await app.staff.campaigns.start({ id: salon.id, offerId, perDay: 10 })
      return salon.id
    },
    fail: ({ sql }, salonId) => sql`update salons set time_zone = 'Mars/Olympus' where id = ${salonId}`,
    run: async (app) => {
      await later(app, 7 * DAY)
      await deferClosed(app.deps, campaignPolicies)
    },
    done: ({ sql, clock }) =>
      sql`select salon_id from messages where kind = 'offer' and due_until > ${clock()}`,
  },
  {
    name: 'a collected text about questions',
    prepare: async (app, name) => {
      const { id, say } = await askingSalon(name, app)
      const { messageId } = await say('Is Friday free?')
      await app.sql`
        insert into handovers (salon_id, phone, kind, message_id, created_by, created_at)
        select ${id}, phone, 'question', id, ${app.admin.id}, created_at from messages where id = ${messageId}`
      return id
    },
    fail: ({ sql }, salonId) => breakSalon(sql, { table: 'handovers', salonId }),
    run: async (app) => {
      await later(app, DAY)
      await sendCollected(app.deps)
    },
    done: ({ sql }) => sql`select salon_id from handovers where told_by is not null`,
  },
  {
    name: 'the counts of an offer',
    prepare: async (app, name) => {
      const { id } = await readySalon(app, name)
      const text = '{salon}: Hi {firstName}'
      const { id: offerId } = await app.staff.offers.create({ id, text, reminderText: null })
      await app.staff.offers.send({ id, offerId })
      return id
    },
    fail: ({ sql }, salonId) => breakSalon(sql, { table: 'offers', salonId }),
    run: (app) => countWaitingOffers(app.deps),
    done: ({ sql }) => sql`select salon_id from offers where counted_at is not null`,
  },
  {
    name: 'an e-mail',
    prepare: async (app, name) => {
      const { id } = await app.staff.salons.create(salonDetails({ name }))
      const mail = { kind: 'statement', to: 'aoife@glow.example', salonId: id } as const
      const content = { paragraphs: ['Your statement is ready.'] }
      await queueMail(app.sql, app.deps, { ...mail, subject: name, content, dedupeKey: name })
      return id
    },
    fail: ({ sql }, salonId) => breakSalon(sql, { table: 'mails', when: "new.state = 'sent'", salonId }),
    run: (app) => sendMails(app.deps),
    done: ({ sql }) => sql`select salon_id from mails where state = 'sent'`,
  },
]

test.each(chores)(
  '$name: the failure of one salon stops no other, and the log names no client',
  async (chore) => {
    const { settings } = await testMailServer()
    const app = await testApp(settings)
    const salons = [await chore.prepare(app, 'First'), await chore.prepare(app, 'Second')]
    // Programmes run in the order of ids, other chores in that of time: the first one fails.
    if (chore.name.includes('wave') || chore.name.includes('programme')) salons.sort()
    await chore.fail(app, salons[0] ?? '')
    await chore.run(app)
    expect(await chore.done(app)).toEqual([{ salonId: salons[1] }])
    const log = app.logged.join('')
    expect(log).toMatch(/"level":[45]0/)
    expect(log).not.toMatch(/Siobhán|447700900601/)
  },
)

test('an event that cannot be kept stops none to another receiver', async () => {
  const app = await testApp()
  const [first, second] = await Promise.all(
    ['https://one.example/', 'https://two.example/'].map((url) =>
      app.staff.receivers.create({ url, events: ['reply.received'], salonId: null }),
    ),
  )
  await makeText(app.sql, { phone: '+447700900601', direction: 'inbound', intent: 'unclear' })
  await app.sql.unsafe(`
    create function break_receiver() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger break_receiver before update on deliveries for each row
      when (new.receiver_id = '${first?.id}' and new.state <> 'sending') execute function break_receiver()`)
  expect(await sendEvents(app.deps)).toBe(2)
  const tried = await app.sql`select receiver_id from deliveries where state = 'queued'`
  expect(tried).toEqual([{ receiverId: second?.id }])
})
