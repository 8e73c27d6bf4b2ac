import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '../db/open.ts'
import { testApp } from '../testing/app.ts'
import { makeProspects } from '../testing/factories.ts'
import { insertCampaign, queueFirstTexts } from './queries.ts'

const template = 'Hi {name}, Salonback here: we text past clients of {category}s. Interested?'

test('a start wakes whoever sends and tells every console of its campaign', async () => {
  const { sql, staff } = await testApp()
  const heard: string[] = []
  const ends: (() => void)[] = []
  const over = new Promise<void>((resolve) => ends.push(resolve))
  const listening = [
    await sql.listen('outbox', () => heard.push('outbox')),
    await sql.listen('events', (payload) => {
      if (payload === '{"name":"over"}') ends[0]?.()
      else heard.push(payload)
    }),
  ]
  onTestFinished(async () => {
    for (const { unlisten } of listening) await unlisten()
  })
  const people = await makeProspects(sql, 3)
  const { id } = await staff.campaigns.start({
    prospectIds: people.map((one) => one.id),
    template,
    basis: 'consent',
  })
  await sql`select pg_notify('events', '{"name":"over"}')`
  await over
  expect(heard.sort()).toEqual(['outbox', JSON.stringify({ name: 'campaign', id })])
})

test('nobody is told of each text of a campaign', async () => {
  const { sql } = await testApp()
  const [admin] = await sql<[{ id: string }]>`select id from admins limit 1`
  const now = new Date('2026-03-10T12:00:00Z')
  const id = await insertCampaign(sql, { template, basis: 'consent', createdBy: admin.id, now })
  const lines = await sql<Record<string, string>[]>`
    explain (analyze, timing off)
    insert into messages (direction, kind, phone, body, created_at, status, due_at, campaign_id)
    select 'outbound', 'first_text', '+4477009003' || n, 'Hi', ${now}, 'queued', ${now}, ${id} from generate_series(10, 49) n`
  const triggers = lines.flatMap((line) => Object.values(line)).filter((line) => line.startsWith('Trigger'))
  expect(triggers.join('\n')).toContain('messages_count_new')
  expect(triggers.join('\n')).not.toContain('notify')
})

test('texts of many lengths, windows and letters are queued as they were given', async () => {
  const { sql } = await testApp()
  const [admin] = await sql<[{ id: string }]>`select id from admins limit 1`
  const now = new Date('2026-03-10T12:00:00Z')
  const later = new Date('2026-03-11T08:00:00.123Z')
  const [one, two] = await makeProspects(sql, 2)
  if (!one || !two) throw new Error('two were made')
  const texts = [
    {
      prospectId: one.id,
      phone: one.phone,
      body: 'a "b" \\ {c},null\n💇',
      segments: 1,
      dueAt: now,
      dueUntil: null,
    },
    { prospectId: two.id, phone: two.phone, body: 'NULL', segments: 9, dueAt: later, dueUntil: later },
    { prospectId: two.id, phone: two.phone, body: 'Again', segments: 1, dueAt: now, dueUntil: null },
  ]
  const campaign = { createdBy: admin.id, now }
  const queued = await inTransaction(sql, async (open) => {
    const id = await insertCampaign(open, { template, basis: 'consent', ...campaign })
    return queueFirstTexts(open, { id, ...campaign }, texts)
  })
  expect(queued).toEqual([one.id, two.id])
  const stored = await sql`
    select prospect_id, phone, body, segments, due_at, nullif(due_until, 'infinity') as due_until from messages order by seq`
  expect(stored).toEqual(texts.slice(0, 2))
})
