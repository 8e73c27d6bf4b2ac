import { until } from '@salonback/shared/testing/server.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '../db/open.ts'
import { testApp } from '../testing/app.ts'
import { waitingForLocks } from '../testing/database.ts'
import { fictional, makeProspects } from '../testing/factories.ts'
import { createAcceptTogether } from './acceptTogether.ts'
import { claimDue } from './claim.ts'
import { queueText } from './outbox.ts'
import { sendClaimed } from './send.ts'
import { cancelUnwanted } from './transitions/queued.ts'
import { createWorker } from './worker.ts'

type App = Awaited<ReturnType<typeof testApp>>

const sidOf = (n: number) => `SM${String(n).padStart(32, '0')}`

/** First texts of one campaign, claimed. */
async function claimedFirstTexts(app: App, count: number) {
  const prospects = await makeProspects(app.sql, count)
  const { id } = await app.staff.campaigns.start({
    prospectIds: prospects.map((prospect) => prospect.id),
    template: 'Hi {name}, Salonback.',
    basis: 'consent',
  })
  return { campaign: id, texts: await claimDue(app.deps, count) }
}

const acceptance = ({ clock }: App, id: string, n: number) => ({
  id,
  sid: sidOf(n),
  segments: 1,
  now: clock(),
})

const textsOf = ({ sql }: App) => sql<{ id: string; status: string; sid: string | null; xmin: string }[]>`
  select id, status, sid, xmin::text from messages where direction = 'outbound' order by seq`

test('what the carrier answers at about one time is stored in one transaction, each with what hangs on it', async () => {
  const app = await testApp()
  const { campaign, texts } = await claimedFirstTexts(app, 20)
  const accept = createAcceptTogether(app.deps)
  const stored = await Promise.all(texts.map(({ id }, n) => accept(acceptance(app, id, n))))
  expect(stored).toEqual(texts.map(() => true))
  const rows = await textsOf(app)
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1)
  expect(rows.map(({ sid }) => sid).sort()).toEqual(texts.map((_, n) => sidOf(n)))
  const statuses = await app.sql`select distinct contact_status from prospects`
  expect(statuses).toEqual([{ contactStatus: 'Contacted' }])
  expect(await app.staff.campaigns.get({ id: campaign })).toMatchObject({ state: 'finished', sent: 20 })
})

test('a text or a prospect that somebody holds keeps no other text waiting, and nothing of it is lost', async () => {
  const app = await testApp()
  const { texts } = await claimedFirstTexts(app, 5)
  const [held, contacted] = [texts[1]?.id ?? '', texts[3]?.id ?? '']
  const accept = createAcceptTogether(app.deps)
  await inTransaction(app.sql, async (other) => {
    await other`select 1 from messages where id = ${held} for update`
    await other`update prospects set name = name where id = (select prospect_id from messages where id = ${contacted})`
    const stored = await Promise.all(texts.map(({ id }, n) => accept(acceptance(app, id, n))))
    expect(stored).toEqual([true, false, true, false, true])
  })
  expect((await textsOf(app)).filter(({ status }) => status === 'sending')).toHaveLength(2)
})

test("an answer with another text's sid, one for a text given up and one for a reply are left to their own", async () => {
  const app = await testApp()
  const { texts } = await claimedFirstTexts(app, 4)
  const ids = texts.map(({ id }) => id)
  await app.sql`update messages set status = 'queued' where id = ${ids[2] ?? ''}`
  await cancelUnwanted(app.sql, { ids: [ids[2] ?? ''] }, app.clock())
  await app.sql`update messages set kind = 'reply' where id = ${ids[3] ?? ''}`
  const accept = createAcceptTogether(app.deps)
  const same = [0, 0, 2, 3].map((n, at) => accept(acceptance(app, ids[at] ?? '', n)))
  expect(await Promise.all(same)).toEqual([true, false, false, false])
  expect((await textsOf(app)).map(({ sid }) => sid)).toEqual([sidOf(0), null, null, null])
})

test('a statement that fails undoes no text: each is written by itself', async () => {
  const app = await testApp()
  const { texts } = await claimedFirstTexts(app, 3)
  const together = createAcceptTogether(app.deps)
  const answers = new Map(texts.map(({ id }, n) => [id, sidOf(n)]))
  const carrier = {
    ...app.deps.carrier,
    send: async ({ id }: { id: string }) =>
      ({ kind: 'accepted', sid: answers.get(id) ?? '', segments: 1 }) as const,
  }
  const waiting = () => waitingForLocks(app.sql)
  let sending: Promise<unknown>[] = []
  await inTransaction(app.sql, async (other) => {
    // The sid that the carrier gives the second text comes to another one in the same moment.
    await other`insert into messages (direction, kind, phone, body, created_at, status, sid)
      values ('outbound', 'details', ${fictional(1)}, 'Hi', now(), 'sent', ${sidOf(1)})`
    sending = texts.map((text) => sendClaimed({ ...app.deps, carrier }, text, { accept: together }))
    await until(waiting, (rows) => rows.length === 1)
  })
  await Promise.all(sending)
  const rows = await textsOf(app)
  expect(texts.map(({ id }) => rows.find((row) => row.id === id)?.status)).toEqual([
    'sent',
    'unknown',
    'sent',
  ])
})

/** The pauses of a worker: 0.1 s after a claim, 1 s where there was nothing. Nothing but what it waits for ends one now. */
function neverEndPauses() {
  const given = globalThis.setTimeout
  const endless = (run: () => void, ms?: number) => given(run, ms === 100 || ms === 1000 ? 600_000 : ms)
  vi.stubGlobal('setTimeout', Object.assign(endless, { __promisify__: given.__promisify__ }))
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('a worker whose calls end claims the next texts at once, and never has more than 50 on the wire', async () => {
  const app = await testApp()
  for (let n = 0; n < 120; n++) {
    const text = { kind: 'details', phone: fictional(n), body: 'Hi', dedupeKey: `details:${n}` } as const
    await queueText(app.sql, { ...text, now: app.clock() })
  }
  const answers: (() => void)[] = []
  let asked = 0
  const send = () => {
    const sid = sidOf(asked++)
    return new Promise<{ kind: 'accepted'; sid: string; segments: number }>((resolve) => {
      answers.push(() => resolve({ kind: 'accepted', sid, segments: 1 }))
    })
  }
  neverEndPauses()
  const worker = createWorker({ ...app.deps, listener: null, carrier: { ...app.deps.carrier, send } })
  await worker.start()
  await until(
    async () => asked,
    (calls) => calls === 50,
  )
  for (let more = 60; more <= 120; more += 10) {
    for (const answer of answers.splice(0, 10)) answer()
    await until(
      async () => asked,
      (calls) => calls >= more,
    )
    expect(asked).toBe(more)
  }
  for (const answer of answers) answer()
  await worker.stop()
  expect(await app.sql`select distinct status from messages`).toEqual([{ status: 'sent' }])
})
