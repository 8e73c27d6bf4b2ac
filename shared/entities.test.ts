import { expect, test } from 'vitest'
import type { z } from 'zod'
import { contracts, uploads } from './contracts.ts'
import { ContactStatus } from './core/inbox/contactStatus.ts'
import { Conversation, ConversationMessage, InboundSms } from './core/inbox/conversation.ts'
import { Setting } from './core/settings/contract.ts'
import { Admin } from './platform/auth/contract.ts'
import type { AnyEndpoint } from './platform/http/endpoint.ts'
import { visitor } from './platform/visitor/contract.ts'
import { ContactQuery } from './sales/contact/contract.ts'
import { ImportRecord, ImportSummary } from './sales/imports/contract.ts'
import { Lead } from './sales/leads/contract.ts'
import { SmsMetrics } from './sales/metrics/contract.ts'
import { Prospect } from './sales/prospects/contract.ts'
import { answers } from './sales/waitlist/codes.ts'
import { WaitlistResponse, WaitlistSubmission } from './sales/waitlist/contract.ts'

const fieldNames = (schema: z.ZodType) => Object.keys((schema as z.ZodObject).shape)

test.each([
  ['a lead', Lead, 'id mobileNumber createdAt'],
  ['a contact message', ContactQuery, 'id name email subject message createdAt'],
  ['login credentials', contracts.auth.login.body, 'username password'],
  ['the current admin', Admin, 'id username'],
  ['the visitor country', visitor.country.reply, 'country'],
  [
    'a prospect',
    Prospect,
    'id name category country phone phoneType address rating reviewCount teamSize contactStatus',
  ],
  [
    'an import',
    ImportRecord,
    'id exportId sourceApp totalRecords recordsAdded recordsDuplicated recordsErrored importedAt',
  ],
  ['an import summary', ImportSummary, 'recordsAdded recordsDuplicated recordsErrored'],
  [
    'a waitlist response',
    WaitlistResponse,
    'id mobileNumber email customerCount mobileNumbersCount avgSpend usesSalonSoftware salonSoftwareName ' +
      'hasMarketingConsent triedSmsMarketing hardestPartText usedOffers motivatingOfferText currentRebookRate ' +
      'desiredRebookRate magicWandText whenToStart consentAgreed submittedAt',
  ],
  [
    'a waitlist submission',
    WaitlistSubmission,
    'customerCount mobileNumbersCount avgSpend hasMarketingConsent hardestPartText consentAgreed mobileNumber email',
  ],
  ['a setting', Setting, 'settingKey settingValue'],
  [
    'a received text',
    InboundSms,
    'id from to body receivedAt processed isOptOut numSegments numMedia contactStatus',
  ],
  ['a conversation', Conversation, 'businessName phoneNumber contactStatus messages'],
  ['a text of a conversation', ConversationMessage, 'id direction body timestamp from'],
  [
    'the metrics',
    SmsMetrics,
    'totalProspects initialContactSent positiveResponses followupSent formSubmissions optOuts needsReview ' +
      'responseRate followupRate submissionRate',
  ],
] as const)('%s has its required fields', (_, schema, fields) => {
  expect(fieldNames(schema as z.ZodType)).toEqual(expect.arrayContaining(fields.split(' ')))
})

test('waitlist answers have their codes, the smallest band first', () => {
  const codes = Object.entries(answers).map(([field, all]) => [field, all.map(({ code }) => code).join(' ')])
  const bands = 'under-100 100-250 250-500 500-1000 1000+'
  const rates = 'under-20 20-40 40-60 60-80 80+'
  expect(Object.fromEntries(codes)).toEqual({
    customerCount: bands,
    mobileNumbersCount: bands,
    avgSpend: 'under-30 30-60 60-100 100+',
    whenToStart: 'immediately within-3-months later',
    hasMarketingConsent: 'yes-clearly somewhat no-consent',
    triedSmsMarketing: 'yes-successfully yes-unsuccessful never-tried',
    usedOffers: 'yes-worked yes-didnt-work no-offers',
    currentRebookRate: rates,
    desiredRebookRate: rates,
    usesSalonSoftware: 'yes no',
  })
  expect(ContactStatus.options).toEqual(['Selected', 'Contacted', 'Responded', 'Submitted'])
})

const rows: AnyEndpoint[] = Object.values(contracts).flatMap((feature) => Object.values(feature))

test.each([
  'GET /api/visitor-country public',
  'POST /api/leads public',
  'POST /api/contact public',
  'GET /api/contact staff',
  'POST /api/waitlist public',
  'GET /api/admin/me staff',
  'POST /api/admin/login public',
  'POST /api/admin/logout public',
  'GET /api/admin/leads staff',
  'GET /api/admin/prospects staff',
  'PATCH /api/admin/prospects/{id}/status staff',
  'PATCH /api/admin/prospects/bulk-status staff',
  'GET /api/admin/imports staff',
  'GET /api/admin/waitlist-responses staff',
  'GET /api/admin/settings/{key} staff',
  'POST /api/admin/settings/{key} admin',
  'DELETE /api/admin/contact-queries admin',
  'GET /api/admin/inbound-sms staff',
  'GET /api/admin/conversation/{number} staff',
  'GET /api/admin/sms-metrics staff',
  'POST /api/admin/send-reply-sms staff',
])('%s is part of the contract', (call) => {
  expect(rows.map(({ method, path, access }) => `${method} ${path} ${access}`)).toContain(call)
})

test('the import is a multipart upload of the field jsonFile', () => {
  const { method, path, field } = uploads.imports
  expect([method, path, field]).toEqual(['POST', '/api/admin/import', 'jsonFile'])
})

test('staff calls are under /api/admin, except the list of contact messages', () => {
  const elsewhere = rows.filter(
    ({ access, path }) => access !== 'public' && access !== 'key' && !path.startsWith('/api/admin/'),
  )
  expect(elsewhere.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/contact'])
})
