import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, onTestFinished, test } from 'vitest'
import { keepOnlyHash } from '../core/erasure/queries.ts'
import { readEnv } from '../env.ts'
import { inTransaction } from '../platform/db/open.ts'
import { testApp } from '../testing/app.ts'
import { emptyDatabase } from '../testing/database.ts'
import { fictional, makeSalon, makeSender, makeText } from '../testing/factories.ts'
import { listenOn } from '../testing/listenOn.ts'
import { SENDER } from '../testing/start.ts'
import { formatResult } from './checkResult.ts'
import { runChecks } from './command.ts'

const SERVICE = `MG${'3'.repeat(32)}`

async function visited(settings: Record<string, string> = {}) {
  const app = await testApp(settings)
  const context = async (more: Partial<typeof app.env> = {}, fix = false) => {
    const lines = await runChecks({ sql: app.sql, env: { ...app.env, ...more }, fix })
    return (subject: string) =>
      lines.filter((line) => line.subject === subject).map((line) => formatResult(line))
  }
  return { ...app, account: app.simulator.account, context }
}

test('before the first start the doctor says so and reads no tables', async () => {
  const { sql } = await emptyDatabase()
  const env = readEnv({ DATA_DIR: join(tmpdir(), 'salonback-doctor-missing', 'data') })
  const lines = (await runChecks({ sql, env, fix: false })).map(formatResult).join('\n')
  expect(lines).toMatch(/the service never ran on it → start the service once: npm start/)
  expect(lines).not.toMatch(/does not exist|check failed| 0\.0 GB/)
})

test('all checks run and problems come with instructions', async () => {
  const folder = await temporaryFolder()
  const { account, context, origin } = await visited({ BACKUP_DIR: folder })
  const hook = `${origin}/api/webhooks/twilio/inbound`
  const lines = await context()
  expect(lines('Settings')).toEqual([
    'note  Settings: valid, NODE_ENV=test → set NODE_ENV=production before real texts are sent',
  ])
  expect(lines('Brand')[0]).toMatch(/^fix {3}Brand: sample values: name, /)
  expect(lines('Database')[0]).toMatch(/^ok {4}Database: PostgreSQL 1\d\S*, UTF8, \d+ MB$/)
  expect(lines('Clock')[0]).toMatch(/^ok /)
  expect(lines('Disk for uploads')[0]).toMatch(/GB free at/)
  expect(lines('Backups')).toEqual([`ok    Backups: every 24 h to ${folder}, the last 14 are kept`])
  expect(lines('Key of erased numbers')).toEqual(['ok    Key of erased numbers: set'])
  expect(lines('Public address')).toEqual([
    `note  Public address: ${origin} is not https → get a domain and a certificate, put a proxy in front, and set PUBLIC_URL to https://your.domain`,
    `ok    Public address: ${origin} reaches this service`,
  ])
  expect(lines('Webhooks')).toEqual(['ok    Webhooks: a signed test request was accepted'])
  expect(lines('Carrier account')).toEqual(['ok    Carrier account: active, with valid credentials'])
  expect(lines('Our number')).toEqual([`ok    Our number: ${SENDER} sends and receives texts`])
  expect(lines('Incoming texts')).toEqual([
    `fix   Incoming texts: ${SENDER} delivers to nowhere, not to this service → npm run admin -- doctor --fix sets it to ${hook} (POST)`,
  ])
  expect(lines('Countries')).toEqual(['ok    Countries: GB, IE, US are enabled'])

  expect((await context({}, true))('Incoming texts')).toEqual([
    `ok    Incoming texts: ${SENDER} now delivers to ${hook}`,
  ])
  expect(account.numbers[0]).toMatchObject({ smsUrl: hook, smsMethod: 'POST' })
  expect((await context())('Incoming texts')).toEqual([`ok    Incoming texts: ${SENDER} delivers to ${hook}`])
})

test('problems at the carrier are reported', async () => {
  const { account, context, sql } = await visited()
  account.countries.IE = false
  expect((await context())('Countries')[0]).toMatch(/^fix {3}Countries: IE is not enabled → /)
  if (account.numbers[0]) account.numbers[0].sms = false
  expect((await context())('Our number')[0]).toMatch(/^fix {3}Our number: .* cannot send texts/)
  account.numbers = []
  expect((await context())('Our number')[0]).toMatch(/^fix {3}Our number: .* is not in this account/)
  account.type = 'Trial'
  expect((await context())('Carrier account')[0]).toMatch(/^fix .* a trial/)
  account.status = 'suspended'
  expect((await context())('Carrier account')[0]).toMatch(/^fix .* its status is suspended/)
  expect((await context({ TWILIO_AUTH_TOKEN: 'another' }))('Carrier account')[0]).toMatch(
    /^fix .* are rejected/,
  )
  const nowhere = { TWILIO_API_BASE_URL: 'http://127.0.0.1:9' }
  expect((await context(nowhere))('Carrier account')[0]).toMatch(/^fix .* no answer/)
  expect((await context({ TWILIO_ACCOUNT_SID: undefined, NODE_ENV: 'production' }))('Carrier')[0]).toMatch(
    /^fix/,
  )
  account.status = 'active'
  account.type = 'Full'
  await makeText(sql, {
    phone: fictional(1),
    direction: 'inbound',
    body: 'STOP',
    raw: { OptOutType: 'STOP' },
  })
  expect((await context())('Opt-outs')[0]).toMatch(/^ok/)
  expect((await context({ TWILIO_HANDLES_OPT_OUT: false }))('Opt-outs')[0]).toMatch(
    /^fix .* TWILIO_HANDLES_OPT_OUT=true$/,
  )
})

test('a Messaging Service is checked with webhook and registration', async () => {
  const { account, context, origin } = await visited({ TWILIO_MESSAGING_SERVICE_SID: SERVICE })
  const hook = `${origin}/api/webhooks/twilio/inbound`
  expect((await context())('Messaging Service')[0]).toMatch(/^fix .* is not in this account/)
  const service = {
    sid: SERVICE,
    inboundRequestUrl: null as string | null,
    inboundMethod: 'POST',
    useInboundWebhookOnNumber: false,
    campaigns: ['IN_PROGRESS'],
  }
  account.services.push(service)
  const lines = await context()
  expect(lines('Messaging Service')).toEqual([
    `ok    Messaging Service: Simulated service (${SERVICE}): 1 of 1 numbers send texts`,
  ])
  expect(lines('Incoming texts')[0]).toMatch(
    /^fix .* MG3+ delivers to nowhere, so texts are lost, not to this service/,
  )
  expect(lines('Registration for the US (A2P 10DLC)')[0]).toMatch(
    /^fix .* the campaign of MG3+ is IN_PROGRESS/,
  )
  expect((await context({ SEND_COUNTRIES: ['GB'] }))('Registration for the US (A2P 10DLC)')).toEqual([])
  service.campaigns = ['FAILED', 'VERIFIED']
  const fixed = await context({}, true)
  expect(fixed('Incoming texts')).toEqual([`ok    Incoming texts: ${SERVICE} now delivers to ${hook}`])
  expect(fixed('Registration for the US (A2P 10DLC)')[0]).toMatch(/^ok/)
  expect(service.inboundRequestUrl).toBe(hook)
  service.useInboundWebhookOnNumber = true
  expect((await context())('Incoming texts')[0]).toMatch(/^fix .* delivers to nowhere, not to this service/)
})

test('each sender in use is checked: of salons, and former ones that still have texts', async () => {
  const { account, context, sql, origin } = await visited()
  const hook = `${origin}/api/webhooks/twilio/inbound`
  const [ofSalon, former, unused] = [fictional(101), fictional(102), fictional(103)]
  const [own] = account.numbers
  if (!own) throw new Error('The account has no number')
  own.smsUrl = hook
  account.numbers.push({ ...own, sid: `PN${'2'.repeat(32)}`, phone: ofSalon, sms: false, smsUrl: '' })
  account.numbers.push({ ...own, sid: `PN${'3'.repeat(32)}`, phone: former, sms: false, smsUrl: 'http://x' })
  const stopped = { stoppedAt: new Date(), stoppedReason: 'The carrier does not know our sender' }
  await makeSender(sql, ofSalon, stopped)
  for (const address of [former, unused])
    await makeSender(sql, address, { salonId: null, chosenAt: new Date(0) })
  const textTo = (address: string, ageDays: number) => sql`
    insert into messages (direction, kind, phone, our_number, sender_id, body, status, created_at)
    select 'inbound', 'inbound', ${fictional(1)}, address, id, 'Hello', 'received', now() - ${ageDays} * interval '1 day'
    from senders where address = ${address}`
  await textTo(former, 29)
  await textTo(unused, 31)

  const lines = await context()
  expect(lines('Our number')).toEqual([
    `ok    Our number: ${SENDER} sends and receives texts`,
    `ok    Our number: ${former}, which the agency used before, is still in this account`,
  ])
  expect(lines("A salon's number")).toEqual([
    `fix   A salon's number: ${ofSalon} cannot send texts → choose a number with SMS at the carrier`,
  ])
  expect(lines('Stopped sender')).toEqual([
    `fix   Stopped sender: texts from ${ofSalon} wait: The carrier does not know our sender → remove the cause at the carrier, then press Resume sending in the console`,
  ])
  const fix = `npm run admin -- doctor --fix sets it to ${hook} (POST)`
  expect(lines('Incoming texts')).toEqual([
    `ok    Incoming texts: ${SENDER} delivers to ${hook}`,
    `fix   Incoming texts: ${former} delivers to http://x, not to this service → ${fix}`,
    `fix   Incoming texts: ${ofSalon} delivers to nowhere, not to this service → ${fix}`,
  ])
  await context({}, true)
  expect(account.numbers.map(({ smsUrl }) => smsUrl)).toEqual([hook, hook, hook])

  account.numbers = [own]
  const left = await context()
  expect(left('Our number')[1]).toBe(
    `note  Our number: ${former}, which the agency used before, is no longer in this account`,
  )
  expect(left("A salon's number")[0]).toMatch(/^fix .* is not in this account → buy it there, or give/)
  expect(left('Incoming texts')).toHaveLength(1)
})

test('a lost key of erased numbers and salons without a number are named', async () => {
  const { context, sql, env } = await visited()
  await inTransaction(sql, (open) => keepOnlyHash(open, env, fictional(7), new Date()))
  const [line] = (await context({ PHONE_HASH_KEY: 'cd'.repeat(32) }))('Key of erased numbers')
  expect(line).toMatch(/^fix .*rotate-key --lost/)
  expect((await context())('Salons')).toEqual([])
  await makeSalon(sql, { name: 'Opal Spa', agreedAt: new Date() })
  await makeSalon(sql, { name: 'Beth Nails', agreedAt: new Date() })
  await makeSalon(sql, { name: 'Not agreed' })
  await makeSalon(sql, { name: 'Closed', agreedAt: new Date(), state: 'closed' })
  const { id } = await makeSalon(sql, { name: 'Ready', agreedAt: new Date() })
  await makeSender(sql, fictional(801), { salonId: id })
  expect((await context())('Salons')).toEqual([
    'note  Salons: without a number: Beth Nails, Opal Spa → give each a number in the console, under Salons',
  ])
})

test('a former Messaging Service is checked for its webhook only', async () => {
  const { account, context, sql, origin } = await visited()
  await makeSender(sql, SERVICE, { kind: 'messaging_service', salonId: null, chosenAt: new Date(0) })
  await sql`
    insert into messages (direction, kind, phone, sender_id, body, status, created_at)
    select 'outbound', 'reply', ${fictional(1)}, id, 'Hello', 'sent', now() from senders where address = ${SERVICE}`
  expect((await context())('Messaging Service')).toEqual([
    `note  Messaging Service: ${SERVICE}, which the agency used before, is no longer in this account`,
  ])
  account.services.push({
    sid: SERVICE,
    inboundRequestUrl: null,
    inboundMethod: 'POST',
    useInboundWebhookOnNumber: false,
    campaigns: [],
  })
  const lines = await context({}, true)
  expect(lines('Messaging Service')[0]).toMatch(/^ok .* is still in this account$/)
  expect(lines('Incoming texts').at(-1)).toBe(
    `ok    Incoming texts: ${SERVICE} now delivers to ${origin}/api/webhooks/twilio/inbound`,
  )
  expect(lines('Registration for the US (A2P 10DLC)')).toEqual([])
})

test('a changed sender is checked beside the one in use, or that of the settings before the first start', async () => {
  const { context, sql } = await visited()
  expect((await context({ TWILIO_FROM_NUMBER: fictional(104) }))('Our number')).toEqual([
    `fix   Our number: ${fictional(104)} is not in this account → buy it there, or set TWILIO_FROM_NUMBER to one that is`,
    `ok    Our number: ${SENDER}, which the agency used before, is still in this account`,
  ])
  await sql`update senders set address = ''`
  expect((await context())('Our number')).toEqual([`ok    Our number: ${SENDER} sends and receives texts`])
})

test('a PUBLIC_URL of another service is detected', async () => {
  const { context, sql } = await visited()
  const address = async (PUBLIC_URL: string) => (await context({ PUBLIC_URL }))('Public address').at(-1)
  expect(await address('http://127.0.0.1:9')).toMatch(/^fix .* cannot be reached: /)
  const { port, stop } = await listenOn(createServer((_, response) => response.end('<h1>Parked</h1>')))
  onTestFinished(stop)
  expect(await address(`http://127.0.0.1:${port}`)).toMatch(/answers 200, but is not this service/)
  await sql`update migrations set at = at - interval '1 day'`
  const twin = await testApp()
  expect(await address(twin.origin)).toMatch(/is another installation of the service, on another database/)
})
