import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { fictional, makeText } from '../testing/factories.ts'
import { SENDER } from '../testing/start.ts'
import { formatResult } from './checkResult.ts'
import { runChecks } from './command.ts'

const SERVICE = `MG${'3'.repeat(32)}`

async function visited(settings: Record<string, string> = {}) {
  const app = await testApp(settings)
  const setup = { url: app.databaseUrl, pooled: false, listenUrl: app.databaseUrl }
  const context = async (more: Partial<typeof app.env> = {}, fix = false) => {
    const lines = await runChecks({ sql: app.sql, setup, env: { ...app.env, ...more }, fix })
    return (subject: string) =>
      lines.filter((line) => line.subject === subject).map((line) => formatResult(line))
  }
  return { ...app, account: app.simulator.account, context }
}

test('all checks run and problems come with instructions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { account, context, origin } = await visited({ BACKUP_DIR: folder })
  const hook = `${origin}/api/webhooks/twilio/inbound`
  const lines = await context()
  expect(lines('Settings')).toEqual([
    'note  Settings: read, NODE_ENV=test → set NODE_ENV=production before real texts are sent',
  ])
  expect(lines('Brand')[0]).toMatch(/^mend {2}Brand: sample values: name, /)
  expect(lines('Database')[0]).toMatch(/^ok {4}Database: PostgreSQL 1\d\S*, UTF8, \d+ MB, reached directly$/)
  expect(lines('Clock')[0]).toMatch(/^ok /)
  expect(lines('Disk for uploads')[0]).toMatch(/GB free at/)
  expect(lines('Backups')).toEqual([`ok    Backups: every 24 h into ${folder}, 14 stay`])
  expect(lines('Key of erased numbers')).toEqual(['ok    Key of erased numbers: set'])
  expect(lines('Public address')).toEqual([
    `note  Public address: ${origin} is not https → get a domain and a certificate, put a proxy in front, and set PUBLIC_URL to https://your.domain`,
    `ok    Public address: ${origin} leads here`,
  ])
  expect(lines('Webhooks')).toEqual(['ok    Webhooks: one with our signature comes through and is believed'])
  expect(lines('Carrier account')).toEqual([
    'ok    Carrier account: the credentials are taken, and it is active',
  ])
  expect(lines('Our number')).toEqual([`ok    Our number: ${SENDER} sends and receives texts`])
  expect(lines('Incoming texts')).toEqual([
    `mend  Incoming texts: go to nowhere, not to us → npm run admin -- doctor --fix sets ${hook}, POST`,
  ])
  expect(lines('Countries')).toEqual(['ok    Countries: GB, IE, US are open'])

  expect((await context({}, true))('Incoming texts')).toEqual([
    `ok    Incoming texts: come to ${hook} from now on`,
  ])
  expect(account.numbers[0]).toMatchObject({ smsUrl: hook, smsMethod: 'POST' })
  expect((await context())('Incoming texts')).toEqual([`ok    Incoming texts: come to ${hook}`])
})

test('problems at the carrier are reported', async () => {
  const { account, context, sql } = await visited()
  account.countries.IE = false
  expect((await context())('Countries')[0]).toMatch(/^mend {2}Countries: IE is shut → /)
  if (account.numbers[0]) account.numbers[0].sms = false
  expect((await context())('Our number')[0]).toMatch(/^mend {2}Our number: .* cannot send texts/)
  account.numbers = []
  expect((await context())('Our number')[0]).toMatch(/^mend {2}Our number: .* is not in this account/)
  account.type = 'Trial'
  expect((await context())('Carrier account')[0]).toMatch(/^mend .* a trial/)
  account.status = 'suspended'
  expect((await context())('Carrier account')[0]).toMatch(/^mend .* it is suspended/)
  expect((await context({ TWILIO_AUTH_TOKEN: 'another' }))('Carrier account')[0]).toMatch(
    /^mend .* are refused/,
  )
  const nowhere = { TWILIO_API_BASE_URL: 'http://127.0.0.1:9' }
  expect((await context(nowhere))('Carrier account')[0]).toMatch(/^mend .* it does not answer/)
  expect((await context({ TWILIO_ACCOUNT_SID: undefined, NODE_ENV: 'production' }))('Carrier')[0]).toMatch(
    /^mend/,
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
    /^mend .* TWILIO_HANDLES_OPT_OUT=true$/,
  )
})

test('a Messaging Service is checked with webhook and registration', async () => {
  const { account, context, origin } = await visited({ TWILIO_MESSAGING_SERVICE_SID: SERVICE })
  const hook = `${origin}/api/webhooks/twilio/inbound`
  expect((await context())('Messaging Service')[0]).toMatch(/^mend .* is not in this account/)
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
    'ok    Messaging Service: Simulated service: 1 of 1 numbers send texts',
  ])
  expect(lines('Incoming texts')[0]).toMatch(/^mend .* go to nowhere, and are lost, not to us/)
  expect(lines('Registration for the US (A2P 10DLC)')[0]).toMatch(/^mend .* the campaign is IN_PROGRESS/)
  expect((await context({ SEND_COUNTRIES: ['GB'] }))('Registration for the US (A2P 10DLC)')).toEqual([])
  service.campaigns = ['FAILED', 'VERIFIED']
  const fixed = await context({}, true)
  expect(fixed('Incoming texts')).toEqual([`ok    Incoming texts: come to ${hook} from now on`])
  expect(fixed('Registration for the US (A2P 10DLC)')[0]).toMatch(/^ok/)
  expect(service.inboundRequestUrl).toBe(hook)
  service.useInboundWebhookOnNumber = true
  expect((await context())('Incoming texts')[0]).toMatch(/^mend .* go to nowhere, not to us/)
})

test('a PUBLIC_URL of another service is detected', async () => {
  const { context, sql } = await visited()
  const address = async (PUBLIC_URL: string) => (await context({ PUBLIC_URL }))('Public address').at(-1)
  expect(await address('http://127.0.0.1:9')).toMatch(/^mend .* cannot be reached: /)
  const stranger = createServer((_, response) => response.end('<h1>Parked</h1>')).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  onTestFinished(() => void stranger.close())
  expect(await address(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}`)).toMatch(
    /answers 200, but is not this service/,
  )
  await sql`update migrations set at = at - interval '1 day'`
  const twin = await testApp()
  expect(await address(twin.origin)).toMatch(/is another installation of the service, on another database/)
})
