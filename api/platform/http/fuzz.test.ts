import { randomUUID } from 'node:crypto'
import type { contracts } from '@salonback/shared/contracts.ts'
import { oneLineOf } from '@salonback/shared/fields.ts'
import type { AnyEndpoint, CallInput } from '@salonback/shared/platform/http/endpoint.ts'
import { optOutLine } from '@salonback/shared/sms/template.ts'
import { endpoints } from '@salonback/shared/testing/endpoints.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeProspects, makeText } from '../../testing/factories.ts'
import { makeKey } from '../../testing/keys.ts'
import { postJson } from '../../testing/postJson.ts'
import { bodySchema, filled, oddTexts, requestsTo, type Schema } from '../../testing/randomRequest.ts'
import { startCampaign } from '../../testing/startCampaign.ts'
import { statusesOf } from './openapi.ts'

// Random requests to every row of the contract, and texts at the limit of every field that is stored.

/** They end the session that the other calls need. */
const endsSession = ['auth.logout', 'auth.logoutEverywhere', 'auth.endSession']

/** Every status that the contract lists, except failures of the service itself. */
const allowedStatuses = (row: AnyEndpoint) =>
  statusesOf(row).filter((status) => status < 500 || (status === 502 && row.errors?.includes('carrier')))

/** Prospects, received texts, one text with unknown outcome and a campaign. */
async function storeKnown({ sql, staff }: App) {
  const prospects = await makeProspects(sql, 10)
  const phones = prospects.map(({ phone }) => phone)
  const texts = await Promise.all([
    ...phones.slice(0, 3).map((phone) => makeText(sql, { phone, direction: 'inbound', intent: 'unclear' })),
    makeText(sql, { phone: fictional(1), status: 'unknown' }),
  ])
  const prospectIds = prospects.map(({ id }) => id)
  const { id } = await startCampaign({ staff }, prospectIds)
  return { phones, ids: [...prospectIds, ...texts.map(({ id }) => id), id, id, id] }
}

test('random requests get a status of their contract, never a 5xx, and all lists stay readable', async () => {
  const app = await testApp()
  const known = await storeKnown(app)
  const { headers: key } = await makeKey(app)
  for (const row of endpoints.filter(({ name }) => !endsSession.includes(name))) {
    const answers = fc.asyncProperty(requestsTo(row, known), async ({ path, init }) => {
      const headers = { ...(init.headers as object), ...(row.access === 'key' && key) }
      const response = await app.staffRequest(path, { ...init, headers })
      const body = (await response.json()) as { message?: unknown }
      expect(allowedStatuses(row), `${row.name}: ${JSON.stringify(body)}`).toContain(response.status)
      if (!response.ok) expect(typeof body.message).toBe('string')
    })
    const hasInput = row.body || row.query || row.params
    await fc.assert(answers, { seed: 21, numRuns: hasInput ? 12 : 1 })
  }
  const needsNothing = ({ path, query }: AnyEndpoint) =>
    !path.includes('{') && query?.safeParse({}).success !== false
  const lists = endpoints.filter((row) => row.method === 'GET' && needsNothing(row))
  for (const { name, path } of lists)
    expect((await app.staffRequest(path, { headers: key })).status, name).toBe(200)
})

interface Write {
  /** The longest text of each field. */
  longest: Record<string, number>
  /** The rest of the n-th body. */
  rest?: (n: number) => object
  /** The n-th row, read back. */
  read: (n: number) => Promise<object | undefined>
}

const noContact = { ownerPhone: null, ownerEmail: null, bookingUrl: null, businessPhone: null }

/** Every call that stores free texts which a list or conversation returns. */
function writesOf({ staff }: App, prospects: { id: string; phone: string }[]): Record<string, Write> {
  return {
    'inbox.addNote': {
      longest: { body: 2000 },
      rest: (n) => ({ number: prospects[n]?.phone }),
      read: async (n) => (await staff.inbox.deskOf({ number: prospects[n]?.phone ?? '' })).notes[0],
    },
    'contact.submit': {
      longest: { name: 200, subject: 500, message: 20_000 },
      rest: () => ({ email: 'ana@example.com' }),
      read: async () => (await staff.contact.list()).queries[0],
    },
    'waitlist.submit': {
      longest: {
        hardestPartText: 200,
        salonSoftwareName: 200,
        motivatingOfferText: 2000,
        magicWandText: 2000,
      },
      rest: () => ({
        customerCount: 'under-100',
        mobileNumbersCount: 'under-100',
        avgSpend: 'under-30',
        hasMarketingConsent: 'no',
        consentAgreed: true,
        mobileNumber: '+447700900123',
      }),
      read: async () => (await staff.waitlist.list())[0],
    },
    'inbox.reply': {
      longest: { message: 1600 },
      rest: (n) => ({ phoneNumber: fictional(n) }),
      read: async (n) => {
        const text = (await staff.inbox.conversation({ number: fictional(n) })).messages.at(-1)
        return text && { message: text.body }
      },
    },
    'inbox.recordOptOut': {
      longest: { reason: 500 },
      rest: (n) => ({ phoneNumber: fictional(n) }),
      read: async (n) => {
        const optOut = (await staff.inbox.optOuts()).find(({ phoneNumber }) => phoneNumber === fictional(n))
        return optOut && { reason: optOut.wording }
      },
    },
    'firstTexts.start': {
      // A text has 1600 characters; this one gets a full stop and the opt-out line.
      longest: { name: 60, template: 1600 - `. ${optOutLine}`.length },
      rest: (n) => ({ prospectIds: [prospects[n]?.id], basis: 'consent' }),
      read: async () => (await staff.firstTexts.list())[0],
    },
    'salons.create': {
      longest: { name: 40, ownerName: 100 },
      rest: () => ({ country: 'GB', timeZone: 'Europe/London', currency: 'GBP', ...noContact }),
      read: async () => (await staff.salons.list({})).items[0],
    },
  }
}

const mapTexts = (longest: Record<string, number>, text: (length: number, field: string) => string) =>
  Object.fromEntries(Object.entries(longest).map(([field, length]) => [field, text(length, field)]))

/** A text of this length that names the sender, as templates must. */
const signed = (text: string, length: number) => `Salonback ${filled(text, length - 10)}`

/** As Postgres stores it: halves of surrogate pairs are replaced. */
const stored = (text: string) => Buffer.from(text).toString()
/** Names are stored on one line. */
const onOneLine = ['firstTexts.start name', 'salons.create name', 'salons.create ownerName']
const isUnstorable = (text: string) => /[\0\p{Surrogate}]/u.test(text)

test('texts at their limit are stored as sent or refused, and one character more is refused', async () => {
  const app = await testApp()
  const prospects = await makeProspects(app.sql, 100)
  let n = 0
  for (const [name, { longest, rest, read }] of Object.entries(writesOf(app, prospects))) {
    const row = endpoints.find((one) => one.name === name)
    if (!row) throw new Error(`no row ${name}`)
    const { method, path } = row
    const send = async (texts: Record<string, string>) => {
      app.clock.advance(1000)
      n += 1
      const { ok, status } = await app.staffRequest(path, { ...postJson({ ...rest?.(n), ...texts }), method })
      return { ok, status, row: (await read(n)) as Record<string, unknown> | undefined }
    }
    for (const odd of oddTexts) {
      const texts = mapTexts(longest, (length) => signed(odd, length))
      const answer = await send(texts)
      const about = `${name}: ${JSON.stringify(odd)} answers ${answer.status}`
      const storedIn = (field: string) =>
        stored(onOneLine.includes(`${name} ${field}`) ? oneLineOf(texts[field] ?? '') : (texts[field] ?? ''))
      if (answer.ok) expect(answer.row, about).toMatchObject(mapTexts(longest, (_, field) => storedIn(field)))
      else expect([answer.status, isUnstorable(odd)], about).toEqual([400, true])
    }
    for (const field of Object.keys(longest)) {
      const texts = mapTexts(longest, (length, other) => signed('Hello', length + (other === field ? 1 : 0)))
      const { status, row } = await send(texts)
      // Optional answers of the questionnaire count as missing instead.
      if (status !== 422) expect(row?.[field], `${name}: ${field} is too long`).toBeNull()
    }
  }
})

test('a list of ids is accepted at its limit and refused with one entry more', async () => {
  const { staff } = await testApp()
  const template = 'Hi, Salonback here'
  const lists: [limit: number, call: (ids: string[]) => Promise<unknown>][] = [
    [100_000, (ids) => staff.prospects.setStatuses({ ids, contactStatus: null })],
    [100_000, (prospectIds) => staff.firstTexts.preview({ prospectIds, template })],
    [10_000, (ids) => staff.leads.sendDetails({ ids })],
  ]
  for (const [limit, call] of lists) {
    const message = expect.stringContaining(`At most ${limit}`)
    const ids = Array.from({ length: limit + 1 }, () => randomUUID())
    await call(ids.slice(1))
    await expect(call(ids)).rejects.toMatchObject({ status: 422, message })
  }
})

type Contracts = typeof contracts
type Feature = keyof Contracts
/** Such as `salons.update`. */
type RowName = { [F in Feature]: `${F}.${keyof Contracts[F] & string}` }[Feature]
type InputOf<F extends Feature> = {
  [R in keyof Contracts[F]]: keyof CallInput<Contracts[F][R]>
}[keyof Contracts[F]]
type Field = { [F in Feature]: InputOf<F> }[Feature] & string

/** Their own tests read their texts back. */
const readByTheirTests: readonly Feature[] = [
  'appointments',
  'auth',
  'billing',
  'clients',
  'handover',
  'keys',
  'lists',
  'offers',
  'owner',
  'receivers',
  'replies',
  'savedReplies',
  'staff',
  'testTexts',
  'v1',
  'visits',
]

/** Returned in another form: in E.164, or not at all. */
const changedFields: readonly Field[] = [
  'address',
  'bookingUrl',
  'businessPhone',
  'country',
  'email',
  'mobileNumber',
  'number',
  'ownerPhone',
  'phoneNumber',
  'timeZone',
  'website',
]

/** The same schema again, a reason in the audit log, company details that the tests of statements read. */
const otherFields: { [Name in RowName]?: readonly Field[] } = {
  'firstTexts.preview': ['template'],
  'inbox.undoOptOut': ['reason'],
  'salons.create': ['companyNumber', 'legalName', 'postalAddress', 'vatNumber'],
  'salons.update': ['name', 'ownerName', 'companyNumber', 'legalName', 'postalAddress', 'vatNumber'],
}

/** Compared as texts, because what a schema lists has no type. */
const isReadHere = (feature: string, row: string, field: string) =>
  !(readByTheirTests as readonly string[]).includes(feature) &&
  !(changedFields as readonly string[]).includes(field) &&
  !(otherFields as Record<string, readonly string[]>)[row]?.includes(field)

test('every free text of a request body is read back above', async () => {
  const isText = ({ type, enum: options, format, anyOf = [] }: Schema): boolean =>
    (type === 'string' && !options && !format) || anyOf.some(isText)
  const fields = endpoints.flatMap((row) =>
    Object.entries(bodySchema(row)?.properties ?? {}).flatMap(([field, schema]) =>
      isText(schema) && isReadHere(row.name.split('.')[0] ?? '', row.name, field)
        ? [`${row.name} ${field}`]
        : [],
    ),
  )
  const writes = Object.entries(writesOf(await testApp(), []))
  const read = writes.flatMap(([name, { longest }]) =>
    Object.keys(longest).map((field) => `${name} ${field}`),
  )
  expect(fields.sort()).toEqual(read.sort())
})
