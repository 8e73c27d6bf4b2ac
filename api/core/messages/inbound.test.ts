import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional, makeProspect } from '../../testing/factories.ts'
import { startCampaign } from '../../testing/startCampaign.ts'
import { textFrom } from '../../testing/webhooks.ts'

test('STOP suppresses the number, cancels queued texts and is recorded in the ledger', async () => {
  const { origin, sql, staff, worker, simulator } = await testApp()
  const prospect = await makeProspect(sql)
  await startCampaign({ staff }, [prospect.id])
  await textFrom(origin, prospect.phone, 'Stop')
  await worker.round()
  await simulator.drain()
  const { messages, optOut } = await staff.inbox.conversation({ number: prospect.phone })
  expect(messages).toMatchObject([
    { direction: 'outbound', status: 'canceled', explanation: 'Opted out before it was sent' },
    { direction: 'inbound', isOptOut: true, processed: true, intent: 'opt_out' },
  ])
  expect(optOut).toMatchObject({ source: 'keyword', wording: 'Stop' })
  const ledger =
    await sql`select change, wording from consent_ledger where phone = ${prospect.phone} order by id`
  expect(ledger).toEqual([
    { change: 'basis', wording: 'consent' },
    { change: 'opt_out', wording: 'Stop' },
  ])
})

test('an opt-out in plain language suppresses the number and needs review', async () => {
  const { origin, staff } = await testApp()
  await textFrom(origin, fictional(10), 'please stop texting me')
  const flags = { isOptOut: true, processed: false, needsReview: true }
  expect(await staff.inbox.inbound()).toMatchObject([flags])
  const reply = staff.inbox.reply({ phoneNumber: fictional(10), message: 'Sorry!' })
  await expect(reply).rejects.toThrow(/^409: /)
})

test('START lifts an opt-out; a bare YES does not and needs review', async () => {
  const { origin, sql, staff } = await testApp()
  const { phone } = await makeProspect(sql)
  await textFrom(origin, phone, 'STOP')
  await textFrom(origin, phone, 'YES')
  expect((await staff.inbox.conversation({ number: phone })).optOut).not.toBeNull()
  const [yes] = await staff.inbox.inbound()
  expect(yes).toMatchObject({ body: 'YES', processed: false })
  await textFrom(origin, phone, 'START')
  expect((await staff.inbox.conversation({ number: phone })).optOut).toBeNull()
  const changes = await sql<{ change: string }[]>`select change from consent_ledger order by id`
  expect(changes.map((row) => row.change)).toEqual(['opt_out', 'opt_in'])
})

test('a yes sets Responded and queues one follow-up, also when repeated', async () => {
  const { origin, sql, staff, env } = await testApp()
  const { phone } = await makeProspect(sql)
  await textFrom(origin, phone, 'Yes please!')
  await textFrom(origin, phone, 'yes')
  const { contactStatus, messages } = await staff.inbox.conversation({ number: phone })
  expect(contactStatus).toBe('Responded')
  const followups = messages.filter((message) => message.kind === 'followup')
  expect(followups).toHaveLength(1)
  expect(followups[0]?.body).toContain(`${env.PUBLIC_URL}/uksalon?mobile=${phone.slice(1)}`)
  const inbound = messages.filter((message) => message.direction === 'inbound')
  expect(inbound.map((message) => message.processed)).toEqual([true, false])
})

test.each(['sounds dear', 'yes but not every week', 'how soon would it start'])(
  '%j may be a yes, so a person answers it',
  async (body) => {
    const { origin, sql, staff } = await testApp()
    const { phone } = await makeProspect(sql)
    await textFrom(origin, phone, body)
    const { contactStatus, messages } = await staff.inbox.conversation({ number: phone })
    expect(contactStatus).toBeNull()
    expect(messages).toMatchObject([{ direction: 'inbound', processed: false }])
  },
)

test('without auto_followup_enabled a yes needs review', async () => {
  const { origin, sql, staff } = await testApp()
  const { phone } = await makeProspect(sql)
  await staff.settings.set({ key: 'auto_followup_enabled', value: 'false' })
  await textFrom(origin, phone, 'Yes please!')
  const { contactStatus, messages } = await staff.inbox.conversation({ number: phone })
  expect(contactStatus).toBe('Responded')
  expect(messages).toMatchObject([{ direction: 'inbound', processed: false }])
})

test('a yes from a stranger, a no and a question need review; HELP does not', async () => {
  const { origin, staff } = await testApp()
  await textFrom(origin, fictional(11), 'yes')
  await textFrom(origin, fictional(12), 'no thanks')
  await textFrom(origin, fictional(13), 'how much is it?')
  await textFrom(origin, fictional(14), 'HELP')
  const inbound = await staff.inbox.inbound()
  const pending = inbound.filter((message) => !message.processed).map((message) => message.from)
  expect(pending.sort()).toEqual([fictional(11), fictional(12), fictional(13)])
})

test('STOP and HELP are answered once if the carrier does not answer them', async () => {
  const { origin, sql, worker } = await testApp({ TWILIO_HANDLES_OPT_OUT: 'off' })
  await textFrom(origin, fictional(15), 'STOP')
  await textFrom(origin, fictional(15), 'stop')
  await textFrom(origin, fictional(16), 'help')
  await worker.round()
  const notices = await sql`select phone, status from messages where kind = 'notice' order by phone`
  expect(notices).toEqual([15, 16].map((n) => ({ phone: fictional(n), status: 'sent' })))
})

test('a number that staff texted is answered in any country', async () => {
  const settings = { TWILIO_HANDLES_OPT_OUT: 'off', SEND_COUNTRIES: 'IE' }
  const { origin, sql, staff, worker } = await testApp(settings)
  const { id, phone } = await makeProspect(sql)
  await startCampaign({ staff }, [id])
  await worker.round()
  for (const from of [phone, fictional(18)]) await textFrom(origin, from, 'help')
  expect(await sql`select phone from messages where kind = 'notice'`).toEqual([{ phone }])
})

test('staff can mark texts as processed and back, audited', async () => {
  const { origin, sql, staff } = await testApp()
  await textFrom(origin, fictional(17), 'hmm')
  const [message] = await staff.inbox.inbound()
  const id = message?.id ?? ''
  expect((await staff.inbox.setProcessed({ id, processed: true })).processed).toBe(true)
  expect((await staff.inbox.setProcessed({ id, processed: false })).processed).toBe(false)
  const lines = await sql`select actor, action from audit_log where action = 'inbound.processed'`
  expect(lines).toHaveLength(2)
})

test('a STOP that contains NUL takes effect', async () => {
  const { origin, staff } = await testApp()
  expect((await textFrom(origin, fictional(510), 'STOP\0', { FromCity: 'A\0B' })).status).toBe(200)
  const { optOut, messages } = await staff.inbox.conversation({ number: fictional(510) })
  expect(optOut).toMatchObject({ wording: 'STOP' })
  expect(messages).toMatchObject([{ body: 'STOP' }])
})

test('two texts of one prospect can be stored concurrently', async () => {
  const { origin, sql } = await testApp()
  const { id, phone } = await makeProspect(sql)
  const other = await sql.reserve()
  onTestFinished(() => other.release())
  await other`begin`
  await other`
    insert into messages (direction, kind, phone, body, created_at, status, prospect_id)
    values ('inbound', 'inbound', ${phone}, 'The other one', now(), 'received', ${id})`
  const tooLate = AbortSignal.timeout(5000)
  const stuck = new Promise((resolve) => tooLate.addEventListener('abort', () => resolve('stuck')))
  const stored = textFrom(origin, phone, 'yes').then(({ status }) => status)
  expect(await Promise.race([stored, stuck])).toBe(200)
  await other`commit`
})
