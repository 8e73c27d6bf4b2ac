import { webhookPaths } from '@salonback/shared/platform/http/wire.ts'
import { configuredAddress, findSendersInUse, type SenderInUse } from '../core/messages/senders.ts'
import type { AccountClient } from '../core/messages/twilio.ts'
import type { Env } from '../env.ts'
import { systemClock } from '../platform/context.ts'
import type { Sql } from '../platform/db/open.ts'
import { findNamesWithoutSender } from '../salons/salons/queries.ts'
import { type CheckResult, note, ok, problem, statusOf } from './checkResult.ts'

interface Context {
  client: AccountClient
  env: Env
  /** Set the inbound webhook if it is not ours. */
  fix: boolean
}

type Service = Awaited<ReturnType<ReturnType<AccountClient['messaging']['v1']['services']>['fetch']>>
type IncomingNumber = Awaited<ReturnType<AccountClient['incomingPhoneNumbers']['list']>>[number]
type Checked = Omit<SenderInUse, 'id'>

/** Texts to a former sender of the agency are expected for this long. */
const FORMER_DAYS = 30

/** Checks the agency's sender, those of salons, and former senders of the agency that still have texts. */
export async function checkSenders(
  client: AccountClient,
  { sql, env, fix }: { sql: Sql; env: Env; fix: boolean },
): Promise<CheckResult[]> {
  const lines: CheckResult[] = []
  for (const sender of await findChecked(sql, env)) {
    lines.push(...stoppedLines(sender), ...(await senderLines({ client, env, fix }, sender)))
  }
  return lines
}

/** The agency's sender first. The settings name it, even if the service has not started with them yet. */
async function findChecked(sql: Sql, env: Env): Promise<Checked[]> {
  const since = new Date(systemClock().getTime() - FORMER_DAYS * 86_400_000)
  const known: Checked[] = await findSendersInUse(sql, since)
  const wanted = configuredAddress(env)
  if (!wanted) return known
  const isWanted = ({ address }: Checked) => address === wanted.address
  const current = known.find(isWanted) ?? { ...wanted, salonId: null, stoppedReason: null }
  const others = known.filter((sender) => !isWanted(sender))
  return [
    { ...current, current: true },
    ...others.map((sender) => ({ ...sender, current: sender.salonId !== null })),
  ]
}

/** Salons that could send but have no number. */
export async function checkSalons(sql: Sql): Promise<CheckResult[]> {
  const names = await findNamesWithoutSender(sql)
  if (names.length === 0) return []
  const message = `without a number: ${names.join(', ')}`
  return [note('Salons', message, 'give each a number in the console, under Salons')]
}

const stoppedLines = ({ address, stoppedReason }: Checked): CheckResult[] =>
  stoppedReason === null
    ? []
    : [
        problem(
          'Stopped sender',
          `texts from ${address} wait: ${stoppedReason}`,
          'remove the cause at the carrier, then press Resume sending in the console',
        ),
      ]

function senderLines(context: Context, sender: Checked): Promise<CheckResult[]> {
  if (sender.kind === 'messaging_service') return serviceLines(context, sender)
  return numberLines(context, sender)
}

/** Subject and instruction for a number or Messaging Service that is missing. A former one may leave the account. */
function missingLine(subject: string, { address, salonId, current }: Checked, instruction: string) {
  if (!current) return note(subject, `${address}, which the agency used before, is no longer in this account`)
  const message = `${address} is not in this account`
  return problem(
    subject,
    message,
    salonId === null ? instruction : 'buy it there, or give the salon another number',
  )
}

async function numberLines(context: Context, sender: Checked): Promise<CheckResult[]> {
  const subject = sender.salonId === null ? 'Our number' : "A salon's number"
  const number = await findNumber(context.client, sender.address)
  if (!number) return [missingLine(subject, sender, 'buy it there, or set TWILIO_FROM_NUMBER to one that is')]
  return [
    sender.current
      ? smsLine(subject, number)
      : ok(subject, `${sender.address}, which the agency used before, is still in this account`),
    await webhookLine(context, number),
  ]
}

async function findNumber(client: AccountClient, phoneNumber: string) {
  const [number] = await client.incomingPhoneNumbers.list({ phoneNumber, limit: 1 })
  return number
}

const smsLine = (subject: string, { phoneNumber, capabilities }: IncomingNumber): CheckResult =>
  capabilities.sms
    ? ok(subject, `${phoneNumber} sends and receives texts`)
    : problem(subject, `${phoneNumber} cannot send texts`, 'choose a number with SMS at the carrier')

const inboundUrl = ({ PUBLIC_URL }: Env) => PUBLIC_URL + webhookPaths.inbound

interface Webhook {
  /** Number or Messaging Service. */
  address: string
  isOurs: boolean
  /** Where texts go now. */
  target: string
  set(url: string): Promise<unknown>
}

async function inboundLine({ env, fix }: Context, { address, isOurs, target, set }: Webhook) {
  const subject = 'Incoming texts'
  const url = inboundUrl(env)
  if (isOurs) return ok(subject, `${address} delivers to ${url}`)
  if (!fix)
    return problem(
      subject,
      `${address} delivers to ${target}, not to this service`,
      `npm run admin -- doctor --fix sets it to ${url} (POST)`,
    )
  await set(url)
  return ok(subject, `${address} now delivers to ${url}`)
}

function webhookLine(context: Context, number: IncomingNumber): Promise<CheckResult> {
  const { phoneNumber, smsUrl, smsMethod, smsApplicationSid, sid } = number
  return inboundLine(context, {
    address: phoneNumber,
    isOurs: smsUrl === inboundUrl(context.env) && smsMethod === 'POST' && !smsApplicationSid,
    target: smsApplicationSid || smsUrl || 'nowhere',
    set: (url) =>
      context.client
        .incomingPhoneNumbers(sid)
        .update({ smsUrl: url, smsMethod: 'POST', smsApplicationSid: '' }),
  })
}

function serviceWebhook(context: Context, service: Service): Promise<CheckResult> {
  const { sid, inboundRequestUrl, inboundMethod } = service
  return inboundLine(context, {
    address: sid,
    isOurs: inboundRequestUrl === inboundUrl(context.env) && inboundMethod === 'POST',
    // Without a webhook address the carrier drops inbound texts silently.
    target: inboundRequestUrl || 'nowhere, so texts are lost',
    set: (url) =>
      context.client.messaging.v1.services(sid).update({ inboundRequestUrl: url, inboundMethod: 'POST' }),
  })
}

async function serviceLines(context: Context, sender: Checked): Promise<CheckResult[]> {
  const { client, env } = context
  const subject = sender.salonId === null ? 'Messaging Service' : "A salon's Messaging Service"
  const sid = sender.address
  const service = await client.messaging.v1
    .services(sid)
    .fetch()
    .catch((error: unknown) => {
      if (statusOf(error) === 404) return null
      throw error
    })
  if (!service) return [missingLine(subject, sender, 'set TWILIO_MESSAGING_SERVICE_SID to one that is')]
  const numbers = await client.messaging.v1.services(sid).phoneNumbers.list()
  const inbound = service.useInboundWebhookOnNumber
    ? await ownWebhooks(
        context,
        numbers.map(({ phoneNumber }) => phoneNumber),
      )
    : [await serviceWebhook(context, service)]
  if (!sender.current)
    return [ok(subject, `${sid}, which the agency used before, is still in this account`), ...inbound]
  const texting = numbers.filter(({ capabilities }) =>
    capabilities.some((one) => one.toUpperCase() === 'SMS'),
  )
  const name = `${service.friendlyName} (${sid})`
  const pool =
    texting.length > 0
      ? ok(subject, `${name}: ${texting.length} of ${numbers.length} numbers send texts`)
      : problem(subject, `${name} has no number that sends texts`, 'add one to its senders at the carrier')
  return [pool, ...inbound, ...(await a2pLines(client, sid, env))]
}

async function ownWebhooks(context: Context, phones: string[]): Promise<CheckResult[]> {
  const lines: CheckResult[] = []
  for (const phone of phones) {
    const number = await findNumber(context.client, phone)
    if (number) lines.push(await webhookLine(context, number))
  }
  return lines
}

/** Checks the US registration of brand and campaign (A2P 10DLC). */
async function a2pLines(client: AccountClient, sid: string, { SEND_COUNTRIES }: Env): Promise<CheckResult[]> {
  if (!SEND_COUNTRIES.includes('US')) return []
  const subject = 'Registration for the US (A2P 10DLC)'
  const instruction = 'register brand and campaign at the carrier, or remove US from SEND_COUNTRIES'
  const campaigns = await client.messaging.v1.services(sid).usAppToPerson.list({ limit: 20 })
  const good = campaigns.find(({ campaignStatus }) => campaignStatus === 'VERIFIED')
  if (!good) {
    const states = campaigns.map(({ campaignStatus }) => campaignStatus).join(', ')
    const message = states
      ? `the campaign of ${sid} is ${states}`
      : `${sid} has no campaign: texts to the US are rejected (30034)`
    return [problem(subject, message, instruction)]
  }
  const brand = await client.messaging.v1.brandRegistrations(good.brandRegistrationSid).fetch()
  return [
    brand.status === 'APPROVED'
      ? ok(subject, `brand and campaign of ${sid} are approved`)
      : problem(subject, `the brand of ${sid} is ${brand.status}`, instruction),
  ]
}
