import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { readBody } from '../platform/http/body.ts'

type Call = Context<{ Bindings: Partial<HttpBindings> }>

export interface SimulatedNumber {
  sid: string
  phone: string
  sms: boolean
  smsUrl: string
  smsMethod: string
  smsApplicationSid: string
}

export interface SimulatedService {
  sid: string
  inboundRequestUrl: string | null
  inboundMethod: string
  useInboundWebhookOnNumber: boolean
  /** Statuses of the campaigns registered for the US (A2P 10DLC). */
  campaigns: string[]
}

/** The account, its numbers, services and geo permissions, as Twilio reports them. */
export interface AccountState {
  status: string
  type: string
  numbers: SimulatedNumber[]
  services: SimulatedService[]
  brandStatus: string
  countries: Record<string, boolean>
}

/** A paid account with one number without a webhook. */
export const plainAccount = (phone: string): AccountState => ({
  status: 'active',
  type: 'Full',
  numbers: [
    { sid: `PN${'1'.repeat(32)}`, phone, sms: true, smsUrl: '', smsMethod: 'POST', smsApplicationSid: '' },
  ],
  services: [],
  brandStatus: 'APPROVED',
  countries: { GB: true, IE: true, US: true },
})

type SimulatorApp = Hono<{ Bindings: Partial<HttpBindings> }>
type NotFound = (c: Call) => Error

const base = '/2010-04-01/Accounts'
const brandSid = `BN${'2'.repeat(32)}`

/** The fields that the service reads of Twilio's account, number, Messaging Service, A2P and geo permission resources. */
export function accountApi(
  app: SimulatorApp,
  { account, accountSid }: { account: AccountState; accountSid: string },
  notFound: NotFound,
): void {
  app.get(`${base}/:file{AC[0-9a-fA-F]+\\.json}`, (c) =>
    c.json({ sid: accountSid, friendly_name: 'Simulated', status: account.status, type: account.type }),
  )
  numberRoutes(app, account, notFound)
  serviceRoutes(app, account, notFound)
  app.get('/v1/a2p/BrandRegistrations/:sid', (c) => c.json({ sid: brandSid, status: account.brandStatus }))
  app.get('/v1/Messaging/GeoPermissions', (c) => {
    const permissions = Object.entries(account.countries).map(([code, enabled]) => ({
      country_code: code,
      type: 'country',
      enabled,
    }))
    return c.json({ permissions })
  })
}

/** The item named by the route's sid. */
function findBySid<T extends { sid: string }>(c: Call, list: T[], notFound: NotFound): T {
  const sid = (c.req.param('sid') ?? '').replace(/\.json$/, '')
  const found = list.find((item) => item.sid === sid)
  if (!found) throw notFound(c)
  return found
}

function numberRoutes(app: SimulatorApp, account: AccountState, notFound: NotFound): void {
  app.get(`${base}/:account/IncomingPhoneNumbers.json`, (c) => {
    const wanted = c.req.query('PhoneNumber')
    const found = account.numbers.filter(({ phone }) => !wanted || phone === wanted)
    return c.json({ incoming_phone_numbers: found.map(numberResource), next_page_uri: null, page: 0 })
  })
  app.post(`${base}/:account/IncomingPhoneNumbers/:sid`, async (c) => {
    const number = findBySid(c, account.numbers, notFound)
    const form = new URLSearchParams(await readBody(c))
    number.smsUrl = form.get('SmsUrl') ?? number.smsUrl
    number.smsMethod = form.get('SmsMethod') ?? number.smsMethod
    number.smsApplicationSid = form.get('SmsApplicationSid') ?? number.smsApplicationSid
    return c.json(numberResource(number))
  })
}

function serviceRoutes(app: SimulatorApp, account: AccountState, notFound: NotFound): void {
  const serviceOf = (c: Call) => findBySid(c, account.services, notFound)
  app.get('/v1/Services/:sid', (c) => c.json(serviceResource(serviceOf(c))))
  app.post('/v1/Services/:sid', async (c) => {
    const service = serviceOf(c)
    const form = new URLSearchParams(await readBody(c))
    service.inboundRequestUrl = form.get('InboundRequestUrl') ?? service.inboundRequestUrl
    service.inboundMethod = form.get('InboundMethod') ?? service.inboundMethod
    return c.json(serviceResource(service))
  })
  app.get('/v1/Services/:sid/PhoneNumbers', (c) => {
    serviceOf(c)
    const numbers = account.numbers.map(({ sid, phone, sms }) => ({
      sid,
      phone_number: phone,
      capabilities: sms ? ['SMS', 'MMS'] : ['Voice'],
    }))
    return c.json({ phone_numbers: numbers, meta: { key: 'phone_numbers', next_page_url: null } })
  })
  app.get('/v1/Services/:sid/Compliance/Usa2p', (c) => {
    const compliance = serviceOf(c).campaigns.map((status, n) => ({
      sid: `QE${String(n).padStart(32, '0')}`,
      campaign_status: status,
      brand_registration_sid: brandSid,
    }))
    return c.json({ compliance, meta: { key: 'compliance', next_page_url: null } })
  })
}

const numberResource = (number: SimulatedNumber) => ({
  sid: number.sid,
  phone_number: number.phone,
  capabilities: { sms: number.sms, mms: number.sms, voice: true },
  sms_url: number.smsUrl,
  sms_method: number.smsMethod,
  sms_application_sid: number.smsApplicationSid,
})

const serviceResource = (service: SimulatedService) => ({
  sid: service.sid,
  friendly_name: 'Simulated service',
  inbound_request_url: service.inboundRequestUrl,
  inbound_method: service.inboundMethod,
  use_inbound_webhook_on_number: service.useInboundWebhookOnNumber,
})
