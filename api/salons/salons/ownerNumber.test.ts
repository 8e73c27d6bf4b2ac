import { expect, test } from 'vitest'
import { listOf, storeList, uploadList } from '../../testing/salons.ts'
import { SENDER } from '../../testing/start.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { textFrom } from '../../testing/webhooks.ts'

/** Of `readySalon`. */
const OWNER = '+447700900301'
const rows = [`Aoife,${OWNER},2025-09-01,Yes`, 'Mary,+447700900601,2025-09-01,Yes']

test('the owner on the own list is no client: the preview and the eligibility say so', async () => {
  const { app, salon } = await testSalon()
  const preview = await (await uploadList(app, salon.id, listOf(rows))).json()
  expect(preview).toMatchObject({ waterfall: { blocked: 1, eligible: 1 } })
  await storeList(app, salon.id, rows)
  const { items, waterfall } = await app.staff.clients.list({ id: salon.id })
  expect(waterfall).toMatchObject({ blocked: 1, eligible: 1 })
  expect(items[0]).toMatchObject({ phone: OWNER, flags: ['staff'], eligibility: { reason: 'blocked' } })
})

test('the owner has one conversation with the agency and one with the own salon', async () => {
  const { staff, sql, origin, worker, salon } = await testSalon()
  await textFrom(origin, OWNER, 'Is this on?', { To: salon.sender.address })
  expect((await staff.replies.list({})).items).toMatchObject([
    { salonId: salon.id, phone: OWNER, clientId: null, body: 'Is this on?' },
  ])
  expect(await staff.inbox.inboxCounts()).toMatchObject({ all: 0 })
  await sql`update salons set agreed_at = null, agreement_version = null where id = ${salon.id}`
  await staff.salons.createLink({ id: salon.id, purpose: 'agree', text: true })
  await worker.round()
  const texts = await sql`select sender from simulator.texts where direction = 'out' and handset = ${OWNER}`
  expect(texts).toEqual([{ sender: SENDER }])
  const ours = await staff.replies.conversation({ id: salon.id, number: OWNER })
  expect(ours.messages.map(({ body }) => body)).toEqual(['Is this on?'])
})
