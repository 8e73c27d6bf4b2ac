import { until } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/open.ts'
import { type App, testApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { fictional, makeProspect, makeText } from '../../testing/factories.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { salonWithOffer } from '../../testing/salons.ts'
import { startCampaign } from '../../testing/startCampaign.ts'
import { receiptFor, textFrom } from '../../testing/webhooks.ts'
import { lockNumber } from '../suppressions/suppressions.ts'
import { erase } from './erase.ts'
import { keepOnlyHash } from './queries.ts'

const PHONE = fictional(160)
const OTHER = fictional(161)
const SID = `SM${'4'.repeat(32)}`

const eraseNow = ({ sql, env, clock }: App) => erase(sql, env, null, { phone: PHONE, now: clock() })

/** All content of the tables that texts and replies write to. */
async function everything({ sql }: App): Promise<string> {
  const tables = ['messages', 'receipts', 'consent_ledger', 'prospects', 'suppressions', 'audit_log']
  const rowsOf = (table: string) => sql`select to_jsonb(t)::text as row from ${sql(table)} t`
  return JSON.stringify(await Promise.all(tables.map(rowsOf)))
}

test('the texts of a prospect are erased with it', async () => {
  const app = await testApp()
  const { sql } = app
  const { id } = await makeProspect(sql, { phone: PHONE })
  await makeText(sql, { phone: PHONE, sid: SID })
  await makeText(sql, { phone: OTHER, body: `Ask ${PHONE}` })
  await sql`update messages set prospect_id = ${id}`
  await eraseNow(app)
  expect(await sql`select phone, body from messages`).toEqual([{ phone: OTHER, body: 'Ask [erased]' }])
})

/** Campaigns to this number and another one: how each is prepared, then started. */
const campaigns = {
  async prospects({ sql, staff }: App) {
    const ids = [await makeProspect(sql, { phone: PHONE }), await makeProspect(sql, { phone: OTHER })]
    const prospectIds = ids.map(({ id }) => id)
    return () => startCampaign({ staff }, prospectIds)
  },
  async clients(app: App) {
    const { salon, offerId } = await salonWithOffer(app, [PHONE, OTHER])
    return () => app.staff.campaigns.start({ id: salon.id, offerId, perDay: 50 })
  },
}
const both = ['prospects', 'clients'] as const

test.each(both)('an erasure waits for a campaign to %s that is being committed', async (whom) => {
  const app = await testApp()
  const { sql } = app
  const start = await campaigns[whom](app)
  // Keeps the new campaign uncommitted at its last step.
  const ends = await inTransaction(sql, async (open) => {
    await open`lock table audit_log in share mode`
    const starting = await meanwhile<object>(app, start)
    const erasing = eraseNow(app)
    await until(
      () => waitingForLocks(sql),
      ({ length }) => length > 1,
    )
    return [starting.end, erasing]
  })
  await Promise.all(ends)
  expect(await sql`select phone from messages`).toEqual([{ phone: OTHER }])
  expect(await everything(app)).not.toContain(PHONE)
})

test.each(both)('a campaign to %s started during an erasure leaves the number out', async (whom) => {
  const app = await testApp()
  const { sql } = app
  const start = await campaigns[whom](app)
  const { early, end } = await inTransaction(sql, async (open) => {
    await open`delete from ${sql(whom)} where phone = ${PHONE}`
    return meanwhile<object>(app, start)
  })
  expect(early).toBe(false)
  expect(await end).toMatchObject({ total: 1 })
  expect(await sql`select phone from messages`).toEqual([{ phone: OTHER }])
})

test('an erasure waits for concurrent writes about the number', async () => {
  const app = await testApp()
  await makeProspect(app.sql, { phone: PHONE })
  const { early, end } = await inTransaction(app.sql, async (open) => {
    await lockNumber(open, PHONE)
    return meanwhile(app, () => eraseNow(app))
  })
  expect(early).toBe(false)
  await end
  expect(await everything(app)).not.toContain(PHONE)
})

test('a reply started before an erasure does not store the number again', async () => {
  const app = await testApp()
  const { sql, env, staff, clock } = app
  await makeProspect(sql, { phone: PHONE })
  const { early, end } = await inTransaction(sql, async (open) => {
    await keepOnlyHash(open, env, PHONE, clock())
    return meanwhile(app, () => staff.inbox.reply({ phoneNumber: PHONE, message: 'Hello' }).catch(String))
  })
  expect(early).toBe(false)
  expect(await end).toMatch(/opted out/)
  expect(await sql`select 1 from messages`).toHaveLength(0)
})

test('a receipt during an erasure stores nothing', async () => {
  const app = await testApp()
  const { sql } = app
  const { id } = await makeText(sql, { phone: PHONE, sid: SID })
  const { early, end } = await inTransaction(sql, async (open) => {
    await open`delete from messages where id = ${id}`
    return meanwhile(app, () => receiptFor(app.origin, { id, sid: SID, to: PHONE }, 'delivered'))
  })
  expect(early).toBe(false)
  expect((await end).status).toBe(204)
  expect(await everything(app)).not.toContain(PHONE)
})

test('a text received after an erasure is stored and not answered', async () => {
  const app = await testApp()
  const { sql, worker } = app
  await makeProspect(sql, { phone: PHONE })
  await eraseNow(app)
  expect((await textFrom(app.origin, PHONE, 'Yes please')).status).toBe(200)
  await worker.round()
  expect(await sql`select direction, phone, body from messages`).toEqual([
    { direction: 'inbound', phone: PHONE, body: 'Yes please' },
  ])
})

test('an opt-out recorded during an erasure does not store the number again', async () => {
  const app = await testApp()
  await makeProspect(app.sql, { phone: PHONE })
  const { early, end } = await inTransaction(app.sql, async (open) => {
    await keepOnlyHash(open, app.env, PHONE, app.clock())
    const optOut = { phoneNumber: PHONE, reason: 'asked by phone' }
    return meanwhile(app, () => app.staff.inbox.recordOptOut(optOut))
  })
  expect(early).toBe(false)
  await expect(end).rejects.toMatchObject({ status: 409 })
  await eraseNow(app)
  expect(await everything(app)).not.toContain(PHONE)
})
