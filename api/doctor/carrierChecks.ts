import { webhookPaths } from '@salonback/shared/http/wire.ts'
import type { Sql } from '../db/open.ts'
import type { Env } from '../env.ts'
import type { AccountClient } from '../messages/twilio.ts'
import { type CheckResult, mend, note, ok, shortMessage } from './checkResult.ts'
import { checkOptOut } from './optOutCheck.ts'

interface DoctorContext {
  sql: Sql
  env: Env
  fix: boolean
}

type Service = Awaited<ReturnType<ReturnType<AccountClient['messaging']['v1']['services']>['fetch']>>
type IncomingNumber = Awaited<ReturnType<AccountClient['incomingPhoneNumbers']['list']>>[number]

/** Checks everything at the carrier that its API shows. */
export async function checkCarrier(
  client: AccountClient | null,
  { sql, env, fix }: DoctorContext,
): Promise<CheckResult[]> {
  if (!client) {
    const message = 'no account: texts go to the simulated phone network, or wait'
    const instruction = 'set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and a sender'
    return [(env.NODE_ENV === 'production' ? mend : note)('Carrier', message, instruction)]
  }
  const account = await accountLine(client, env)
  if (account.state === 'mend') return [account]
  const sender = env.TWILIO_MESSAGING_SERVICE_SID
    ? await serviceLines(client, env.TWILIO_MESSAGING_SERVICE_SID, { env, fix })
    : await numberLines(client, env.TWILIO_FROM_NUMBER ?? '', { env, fix })
  return [account, ...sender, await checkOptOut(sql, env), await countriesLine(client, env)]
}

async function accountLine(
  client: AccountClient,
  { TWILIO_ACCOUNT_SID: sid = '' }: Env,
): Promise<CheckResult> {
  const subject = 'Carrier account'
  try {
    const { status, type } = await client.api.v2010.accounts(sid).fetch()
    if (status !== 'active') return mend(subject, `it is ${status}`, 'log in at the carrier and see why')
    if (type === 'Trial')
      return mend(
        subject,
        'a trial: it texts only numbers that were verified there',
        'upgrade it at the carrier',
      )
    return ok(subject, 'the credentials are taken, and it is active')
  } catch (error) {
    if (statusOf(error) === 401)
      return mend(
        subject,
        'the credentials are refused',
        'set TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN (the primary token) as its console shows them',
      )
    return mend(
      subject,
      `it does not answer: ${shortMessage(error)}`,
      'see whether this machine reaches the internet, then try again',
    )
  }
}

const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined

const inboundUrl = ({ PUBLIC_URL }: Env) => PUBLIC_URL + webhookPaths.inbound

async function numberLines(
  client: AccountClient,
  phone: string,
  context: Pick<DoctorContext, 'env' | 'fix'>,
): Promise<CheckResult[]> {
  const subject = 'Our number'
  const [number] = await client.incomingPhoneNumbers.list({ phoneNumber: phone, limit: 1 })
  if (!number)
    return [
      mend(
        subject,
        `${phone} is not in this account`,
        'buy it there, or set TWILIO_FROM_NUMBER to one that is',
      ),
    ]
  return [smsLine(subject, number), await webhookLine(client, number, context)]
}

const smsLine = (subject: string, { phoneNumber, capabilities }: IncomingNumber): CheckResult =>
  capabilities.sms
    ? ok(subject, `${phoneNumber} sends and receives texts`)
    : mend(subject, `${phoneNumber} cannot send texts`, 'choose a number with SMS at the carrier')

async function webhookLine(
  client: AccountClient,
  number: IncomingNumber,
  { env, fix }: Pick<DoctorContext, 'env' | 'fix'>,
): Promise<CheckResult> {
  const subject = 'Incoming texts'
  const url = inboundUrl(env)
  const { smsUrl, smsMethod, smsApplicationSid, sid } = number
  if (smsUrl === url && smsMethod === 'POST' && !smsApplicationSid) return ok(subject, `come to ${url}`)
  if (!fix)
    return mend(
      subject,
      `go to ${smsApplicationSid || smsUrl || 'nowhere'}, not to us`,
      `npm run admin -- doctor --fix sets ${url}, POST`,
    )
  await client.incomingPhoneNumbers(sid).update({ smsUrl: url, smsMethod: 'POST', smsApplicationSid: '' })
  return ok(subject, `come to ${url} from now on`)
}

async function serviceLines(
  client: AccountClient,
  sid: string,
  context: Pick<DoctorContext, 'env' | 'fix'>,
): Promise<CheckResult[]> {
  const subject = 'Messaging Service'
  const service = await client.messaging.v1
    .services(sid)
    .fetch()
    .catch((error: unknown) => {
      if (statusOf(error) === 404) return null
      throw error
    })
  if (!service)
    return [mend(subject, `${sid} is not in this account`, 'set TWILIO_MESSAGING_SERVICE_SID to one that is')]
  const numbers = await client.messaging.v1.services(sid).phoneNumbers.list()
  const texting = numbers.filter(({ capabilities }) =>
    capabilities.some((one) => one.toUpperCase() === 'SMS'),
  )
  const pool =
    texting.length > 0
      ? ok(subject, `${service.friendlyName}: ${texting.length} of ${numbers.length} numbers send texts`)
      : mend(
          subject,
          `${service.friendlyName} has no number that sends texts`,
          'add one to its senders at the carrier',
        )
  const inbound = service.useInboundWebhookOnNumber
    ? await ownWebhooks(
        client,
        numbers.map((number) => number.phoneNumber),
        context,
      )
    : [await serviceWebhook(client, service, context)]
  return [pool, ...inbound, ...(await a2pLines(client, sid, context.env))]
}

async function ownWebhooks(
  client: AccountClient,
  phones: string[],
  context: Pick<DoctorContext, 'env' | 'fix'>,
): Promise<CheckResult[]> {
  const lines: CheckResult[] = []
  for (const phone of phones) {
    const [number] = await client.incomingPhoneNumbers.list({ phoneNumber: phone, limit: 1 })
    if (number) lines.push(await webhookLine(client, number, context))
  }
  return lines
}

async function serviceWebhook(
  client: AccountClient,
  { sid, inboundRequestUrl, inboundMethod }: Service,
  { env, fix }: Pick<DoctorContext, 'env' | 'fix'>,
): Promise<CheckResult> {
  const subject = 'Incoming texts'
  const url = inboundUrl(env)
  if (inboundRequestUrl === url && inboundMethod === 'POST') return ok(subject, `come to ${url}`)
  // Without a webhook address the carrier drops inbound texts silently.
  if (!fix)
    return mend(
      subject,
      `go to ${inboundRequestUrl || 'nowhere, and are lost'}, not to us`,
      `npm run admin -- doctor --fix sets ${url}, POST`,
    )
  await client.messaging.v1.services(sid).update({ inboundRequestUrl: url, inboundMethod: 'POST' })
  return ok(subject, `come to ${url} from now on`)
}

/** Checks the US registration of brand and campaign (A2P 10DLC). */
async function a2pLines(client: AccountClient, sid: string, { SEND_COUNTRIES }: Env): Promise<CheckResult[]> {
  if (!SEND_COUNTRIES.includes('US')) return []
  const subject = 'Registration for the US (A2P 10DLC)'
  const instruction = 'register brand and campaign at the carrier, or take US out of SEND_COUNTRIES'
  const campaigns = await client.messaging.v1.services(sid).usAppToPerson.list({ limit: 20 })
  const good = campaigns.find(({ campaignStatus }) => campaignStatus === 'VERIFIED')
  if (!good) {
    const states = campaigns.map(({ campaignStatus }) => campaignStatus).join(', ')
    return [
      mend(
        subject,
        states ? `the campaign is ${states}` : 'there is none: texts to the US will be refused (30034)',
        instruction,
      ),
    ]
  }
  const brand = await client.messaging.v1.brandRegistrations(good.brandRegistrationSid).fetch()
  return [
    brand.status === 'APPROVED'
      ? ok(subject, 'brand and campaign are approved')
      : mend(subject, `the brand is ${brand.status}`, instruction),
  ]
}

/** Checks the geo permissions: the carrier rejects texts to other countries (21408). */
async function countriesLine(client: AccountClient, { SEND_COUNTRIES }: Env): Promise<CheckResult> {
  const subject = 'Countries'
  const { permissions } = await client.accounts.v1.messagingGeopermissions.fetch()
  const open = openCountries(permissions)
  if (!open)
    return note(
      subject,
      'which are open cannot be read',
      `look at Messaging Geo permissions there: ${SEND_COUNTRIES.join(', ')}`,
    )
  const shut = SEND_COUNTRIES.filter((country) => !open.has(country))
  if (shut.length === 0) return ok(subject, `${SEND_COUNTRIES.join(', ')} are open`)
  return mend(
    subject,
    `${shut.join(', ')} ${shut.length === 1 ? 'is' : 'are'} shut`,
    'open them under Messaging Geo permissions at the carrier',
  )
}

/** Null for an unknown response shape; the SDK does not validate it. */
function openCountries(permissions: unknown): Set<string> | null {
  if (!Array.isArray(permissions)) return null
  const rows = permissions as { country_code?: unknown; enabled?: unknown }[]
  if (rows.some((row) => typeof row?.country_code !== 'string' || typeof row.enabled !== 'boolean'))
    return null
  return new Set(
    rows.flatMap(({ country_code, enabled }) => (enabled ? [String(country_code).toUpperCase()] : [])),
  )
}
