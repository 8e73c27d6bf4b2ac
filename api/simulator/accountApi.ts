import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { readBody } from '../http/body.ts'

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
  /** The campaigns registered for the US, by their state. */
  campaigns: string[]
}

/** What Twilio would say of the account, its numbers, its services and the countries it may text. */
export interface AccountState {
  status: string
  type: string
  numbers: SimulatedNumber[]
  services: SimulatedService[]
  brandStatus: string
  countries: Record<string, boolean>
}

/** A paid account with one number that has no webhook. */
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

const base = '/2010-04-01/Accounts'
const brandSid = `BN${'2'.repeat(32)}`

/** Twilio's account, number, Messaging Service, registration and geo permission resources, as far as they are looked at. */
export function accountApi(
  app: Hono<{ Bindings: Partial<HttpBindings> }>,
  { account, accountSid }: { account: AccountState; accountSid: string },
  missing: (c: Call) => Error,
): void {
  const named = <T extends { sid: string }>(c: Call, list: T[]): T => {
    const sid = (c.req.param('sid') ?? '').replace(/\.json$/, '')
    const found = list.find((one) => one.sid === sid)
    if (!found) throw missing(c)
    return found
  }
  app.get(`${base}/:file{AC[0-9a-fA-F]+\\.json}`, (c) =>
    c.json({ sid: accountSid, friendly_name: 'Simulated', status: account.status, type: account.type }),
  )
  app.get(`${base}/:account/IncomingPhoneNumbers.json`, (c) => {
    const asked = c.req.query('PhoneNumber')
    const found = account.numbers.filter(({ phone }) => !asked || phone === asked)
    return c.json({ incoming_phone_numbers: found.map(numberResource), next_page_uri: null, page: 0 })
  })
  app.post(`${base}/:account/IncomingPhoneNumbers/:sid`, async (c) => {
    const number = named(c, account.numbers)
    const form = new URLSearchParams(await readBody(c))
    number.smsUrl = form.get('SmsUrl') ?? number.smsUrl
    number.smsMethod = form.get('SmsMethod') ?? number.smsMethod
    number.smsApplicationSid = form.get('SmsApplicationSid') ?? number.smsApplicationSid
    return c.json(numberResource(number))
  })
  app.get('/v1/Services/:sid', (c) => c.json(serviceResource(named(c, account.services))))
  app.post('/v1/Services/:sid', async (c) => {
    const service = named(c, account.services)
    const form = new URLSearchParams(await readBody(c))
    service.inboundRequestUrl = form.get('InboundRequestUrl') ?? service.inboundRequestUrl
    service.inboundMethod = form.get('InboundMethod') ?? service.inboundMethod
    return c.json(serviceResource(service))
  })
  app.get('/v1/Services/:sid/PhoneNumbers', (c) => {
    named(c, account.services)
    const numbers = account.numbers.map((one) => ({
      sid: one.sid,
      phone_number: one.phone,
      capabilities: one.sms ? ['SMS', 'MMS'] : ['Voice'],
    }))
    return c.json({ phone_numbers: numbers, meta: { key: 'phone_numbers', next_page_url: null } })
  })
  app.get('/v1/Services/:sid/Compliance/Usa2p', (c) => {
    const compliance = named(c, account.services).campaigns.map((status, n) => ({
      sid: `QE${String(n).padStart(32, '0')}`,
      campaign_status: status,
      brand_registration_sid: brandSid,
    }))
    return c.json({ compliance, meta: { key: 'compliance', next_page_url: null } })
  })
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
