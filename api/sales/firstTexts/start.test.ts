import { expect, onTestFinished, test } from 'vitest'
import { insertCampaign } from '../../core/campaigns/queries.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { exportPerson } from '../../platform/privacy/export.ts'
import { testApp } from '../../testing/app.ts'
import { makeProspect, makeProspects } from '../../testing/factories.ts'
import { campaignTo, startCampaign } from '../../testing/startCampaign.ts'
import { queueFirstTexts } from './queries.ts'

const template = 'Hi {name}, Salonback here: we text past clients of {category}s. Interested?'

test('a start wakes the workers and notifies consoles', async () => {
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
  const { id } = await campaignTo({ sql, staff }, 3)
  await sql`select pg_notify('events', '{"name":"over"}')`
  await over
  expect(heard.sort()).toEqual(['outbox', JSON.stringify({ name: 'campaign', id })])
})

test('queued campaign texts cause no event per text', async () => {
  const { sql } = await testApp()
  const [admin] = await sql<[{ id: string }]>`select id from admins limit 1`
  const now = new Date('2026-03-10T12:00:00Z')
  const id = await insertCampaign(sql, { template, basis: 'consent', createdBy: admin.id, now })
  const lines = await sql<Record<string, string>[]>`
    explain (analyze, timing off)
    insert into messages (direction, kind, phone, body, created_at, status, due_at, campaign_id)
    select 'outbound', 'first_text', '+4477009003' || n, 'Hi', ${now}, 'queued', ${now}, ${id} from generate_series(10, 49) n`
  const triggers = lines.flatMap((line) => Object.values(line)).filter((line) => line.startsWith('Trigger'))
  expect(triggers.join('\n')).toContain('messages_campaign_id_fkey')
  expect(triggers.join('\n')).not.toContain('notify')
})

test('texts are sent in the order of the selection and inserted ordered by number', async () => {
  const { sql, staff, clock } = await testApp()
  const made = await makeProspects(sql, 5)
  const people = [2, 0, 4, 1, 3].map((n) => made.toSorted((a, b) => (a.phone < b.phone ? -1 : 1))[n])
  const now = clock()
  const prospectIds = people.map((one) => one?.id ?? '')
  await startCampaign({ staff }, prospectIds)
  const stored = await sql`select id, phone from messages order by due_at, seq`
  expect(stored.map(({ phone }) => phone)).toEqual(people.map((one) => one?.phone))
  const written = (await sql`select phone from messages order by ctid`).map(({ phone }) => phone)
  expect(written).toEqual(written.toSorted())
  // Version 7 UUIDs are adjacent in the index.
  const ms = now.getTime().toString(16).padStart(12, '0')
  const prefixes = new Set(stored.map((one) => one.id.slice(0, 15)))
  expect(prefixes).toEqual(new Set([`${ms.slice(0, 8)}-${ms.slice(8)}-7`]))
})

test('the author of a campaign is shown with its texts and exported', async () => {
  const { sql, staff, clock, admin } = await testApp()
  const { id, phone } = await makeProspect(sql)
  await startCampaign({ staff }, [id])
  const { messages } = await staff.inbox.conversation({ number: phone })
  expect(messages).toMatchObject([{ kind: 'first_text', sentBy: 'maya' }])
  const { held } = await exportPerson(sql, { phone, now: clock() })
  expect(held.messages).toMatchObject([{ created_by: admin.id }])
})

test('texts of different lengths, windows and alphabets are stored unchanged', async () => {
  const { sql } = await testApp()
  const [admin] = await sql<[{ id: string }]>`select id from admins limit 1`
  const now = new Date('2026-03-10T12:00:00Z')
  const later = new Date('2026-03-11T08:00:00.123Z')
  const made = await makeProspects(sql, 2)
  const [toOne, toTwo] = made.map(({ id, phone }) => ({ prospectId: id, phone }))
  if (!toOne || !toTwo) throw new Error('two were made')
  const dueNow = { segments: 1, dueAt: now, dueUntil: null }
  const texts = [
    { ...toOne, place: 1, body: 'a "b" \\ {c},null\n💇', ...dueNow },
    { ...toTwo, place: 2, body: 'NULL', segments: 9, dueAt: later, dueUntil: later },
    { ...toTwo, place: 3, body: 'Again', ...dueNow },
  ]
  const campaign = { createdBy: admin.id, now }
  const skipped = await inTransaction(sql, async (open) => {
    const id = await insertCampaign(open, { template, basis: 'consent', ...campaign })
    return queueFirstTexts(open, { id, now, basis: 'consent', actor: 'maya' }, texts)
  })
  expect(skipped).toEqual([toTwo.prospectId])
  const stored = await sql`
    select prospect_id, phone, body, segments, due_at, nullif(due_until, 'infinity') as due_until from messages order by seq`
  expect(stored).toEqual(texts.slice(0, 2).map(({ place: _, ...text }) => text))
})

test('a number that gets its first text during the start is left out', async () => {
  const { sql, staff, clock } = await testApp()
  const [taken, ...others] = await makeProspects(sql, 4)
  if (!taken) throw new Error('four were made')
  const rival = await sql.reserve()
  onTestFinished(() => rival.release())
  const [self] = await rival<{ pid: number }[]>`select pg_backend_pid() as pid`
  await rival`begin`
  await rival`
    insert into messages (direction, kind, phone, body, created_at, status, due_at)
    values ('outbound', 'first_text', ${taken.phone}, 'Hi', ${clock()}, 'sent', ${clock()})`
  const prospectIds = [taken, ...others].map(({ id }) => id)
  const starting = startCampaign({ staff }, prospectIds)
  const waiting = () =>
    sql`select 1 from pg_stat_activity where ${self?.pid ?? 0} = any(pg_blocking_pids(pid))`
  await expect.poll(waiting).toHaveLength(1)
  await rival`commit`
  const { id } = await starting
  expect(await staff.firstTexts.get({ id })).toMatchObject({ total: 3, queued: 3, leftOut: 1 })
  expect(await staff.firstTexts.leftOut({ id })).toEqual([{ reason: 'already_texted', count: 1 }])
  const phones = others.map(({ phone }) => ({ phone }))
  expect(await sql`select phone from messages where campaign_id = ${id} order by seq`).toEqual(phones)
  const bases = await sql`select phone from consent_ledger where change = 'basis' order by phone`
  expect(bases).toEqual(phones)
})
