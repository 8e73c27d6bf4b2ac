import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { claimDue } from '../../core/messages/claim.ts'
import { queueText } from '../../core/messages/outbox.ts'
import { testApp } from '../../testing/app.ts'
import { makeText, scattered } from '../../testing/factories.ts'
import { makeKey } from '../../testing/keys.ts'
import { keepSession, readySalon, storeList } from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'

const OWN = '+447700900600'
const OTHERS = '+447700900700'
const UNKNOWN = '+447400500123'

/** Two salons with a client each, and the key of the first one and of the agency. */
async function twoSalons() {
  const app = await testApp()
  const [salon, other] = [await readySalon(app, 'Aoife Hair'), await readySalon(app, 'Beth Nails')]
  await storeList(app, salon.id, [`Mary,${OWN},2025-09-01,Yes`])
  await storeList(app, other.id, [`Zoe,${OTHERS},2025-09-01,Yes`])
  const key = await makeKey(app, { salonId: salon.id })
  const agency = await makeKey(app)
  const suppressed = async () =>
    (await app.sql<{ phone: string }[]>`select phone from suppressions order by phone`).map(
      ({ phone }) => phone,
    )
  return { ...app, app, salon, other, ...key, agency: agency.v1, suppressed }
}

const EXAMPLE = 'Please send a phone number like +447700900123'
const incomplete = `${EXAMPLE}. This is not a complete phone number`
const lost = `${EXAMPLE}. This is unclear: digits were lost in a spreadsheet, export the column as text`
const one = 'Please send one number with each call'

const refused: [phone: unknown, message: string][] = [
  ['07700 900 12', incomplete],
  ['+44 7700 90012', incomplete],
  ['07700 900 1', incomplete],
  ['0770 900 123', incomplete],
  ['+353 85 123 45', incomplete],
  ['+353 8 5123456', incomplete],
  ['+49 151 1234', incomplete],
  ['', EXAMPLE],
  ['   ', EXAMPLE],
  ['-', EXAMPLE],
  ['N/A', EXAMPLE],
  ['STOP', EXAMPLE],
  ['0', EXAMPLE],
  ['12345', EXAMPLE],
  ['077009001234', EXAMPLE],
  ['4.47701E+11', lost],
  ['447701000000', lost],
  ['0871234567', `${EXAMPLE}. This is unclear: may be an Irish number: write it with +353`],
  ['07700 900600 / 07700 900601', one],
  ['07700 900600; 07700 900601', one],
  ['07700 900600/1', one],
  [44_770_090_012, incomplete],
]

test('a number that lists refuse is no opt-out: each gets its reason, and nothing is stored', async () => {
  const { v1, agency, sql } = await twoSalons()
  for (const [phone, message] of refused)
    for (const by of [v1, agency])
      await expect(by.recordOptOut({ phone: phone as string }), String(phone)).rejects.toMatchObject({
        status: 422,
        fields: { phone: message },
      })
  expect(await sql`select 1 from suppressions union all select 1 from opt_out_requests`).toHaveLength(0)
})

test('local numbers need a country that lists know', async () => {
  const app = await testApp({ DEFAULT_COUNTRY: 'DE' })
  const { v1 } = await makeKey(app)
  for (const phone of ['0151 23456789', '07700 900123'])
    await expect(v1.recordOptOut({ phone })).rejects.toMatchObject({ status: 422 })
  expect(await v1.recordOptOut({ phone: '+44 7700 900123' })).toMatchObject({ phone: '+447700900123' })
})

test('the key of a salon opts out its clients and those it exchanged texts with; other numbers wait for staff', async () => {
  const { app, v1, sql, salon, other, suppressed, staff } = await twoSalons()
  const [texted, wrote, wroteOther] = [scattered(1), scattered(2), scattered(3)]
  await makeText(sql, { phone: texted, direction: 'outbound', salonId: salon.id })
  await textFrom(app.origin, wrote, 'Hello', { To: salon.sender.address })
  await textFrom(app.origin, wroteOther, 'Hello', { To: other.sender.address })
  const [{ ownerPhone } = { ownerPhone: '' }] = await sql<{ ownerPhone: string }[]>`
    select owner_phone from salons where id = ${other.id}`
  const results: [string, boolean, string?][] = [
    [OWN, true],
    [texted, true],
    [wrote, true],
    [wroteOther, false, 'waiting'],
    [OTHERS, false, 'waiting'],
    [ownerPhone, false, 'waiting'],
    [UNKNOWN, false, 'waiting'],
    // Repeats.
    [OWN, true],
    [OTHERS, false, 'waiting'],
  ]
  for (const [phone, optedOut, decision] of results)
    expect(await v1.recordOptOut({ phone })).toEqual({ phone, optedOut, ...(decision && { decision }) })
  expect(await suppressed()).toEqual([OWN, texted, wrote].sort())
  const waiting = await staff.inbox.optOutRequests()
  expect(waiting.map(({ phoneNumber }) => phoneNumber)).toEqual(
    [wroteOther, OTHERS, ownerPhone, UNKNOWN].sort(),
  )
  expect(waiting[0]).toMatchObject({
    reason: 'Opted out in another system',
    keyName: 'Zapier',
    salon: { id: salon.id, name: 'Aoife Hair' },
  })
  const today = (await staff.today.list()).filter(({ kind }) => kind === 'optOutRequests')
  expect(today).toMatchObject([{ salonName: 'Aoife Hair', text: '4 opt-outs to decide' }])
})

test('the key of the agency opts out any number', async () => {
  const { agency, suppressed } = await twoSalons()
  for (const phone of [OWN, OTHERS, UNKNOWN])
    expect(await agency.recordOptOut({ phone })).toEqual({ phone, optedOut: true })
  expect(await suppressed()).toEqual([UNKNOWN, OWN, OTHERS])
})

test('a number that waits gets replies of staff only, until staff decide', async () => {
  const { app, v1, sql, staff, other, suppressed, clock } = await twoSalons()
  const queue = (kind: 'confirmation' | 'reply', n: number) =>
    queueText(sql, {
      ...{ kind, phone: OTHERS, body: 'Hello', dedupeKey: `test:${n}`, now: clock() },
      sender: { id: other.sender.id, salonId: other.id },
    })
  const claimed = async () => (await claimDue(app.deps, 10)).map(({ kind }) => kind)
  await v1.recordOptOut({ phone: OTHERS })
  await queue('confirmation', 1)
  await queue('reply', 2)
  expect(await claimed()).toEqual(['reply'])
  const [declined] = await staff.inbox.optOutRequests()
  const id = declined?.id ?? ''
  await staff.inbox.decideOptOutRequest({ id, optOut: false })
  await expect(staff.inbox.decideOptOutRequest({ id, optOut: true })).rejects.toMatchObject({
    status: 409,
  })
  clock.advance(2000)
  expect(await claimed()).toEqual(['confirmation'])
  expect(await v1.recordOptOut({ phone: OTHERS })).toMatchObject({ optedOut: false, decision: 'declined' })
  await v1.recordOptOut({ phone: UNKNOWN })
  const [open] = await staff.inbox.optOutRequests()
  await staff.inbox.decideOptOutRequest({ id: open?.id ?? '', optOut: true })
  expect(await suppressed()).toEqual([UNKNOWN])
  expect(await v1.recordOptOut({ phone: UNKNOWN })).toMatchObject({ optedOut: true })
  expect(await staff.inbox.optOutRequests()).toEqual([])
  const log =
    await sql`select actor, detail from audit_log where action = 'opt-out.decide-request' order by id`
  expect(log).toEqual([
    { actor: 'maya', detail: { optOut: false } },
    { actor: 'maya', detail: { optOut: true } },
  ])
})

test('an opt-out by text ends the wait, and an erased person waits nowhere', async () => {
  const { app, v1, sql, other, staff, env, clock } = await twoSalons()
  await v1.recordOptOut({ phone: OTHERS })
  await v1.recordOptOut({ phone: UNKNOWN })
  await textFrom(app.origin, OTHERS, 'STOP', { To: other.sender.address })
  expect(await staff.inbox.optOutRequests()).toMatchObject([{ phoneNumber: UNKNOWN }])
  await erase(sql, env, null, { phone: UNKNOWN, now: clock() })
  expect(JSON.stringify(await sql`select * from opt_out_requests`)).not.toContain(UNKNOWN)
  expect(await v1.recordOptOut({ phone: UNKNOWN })).toMatchObject({ optedOut: true })
})

test('a key leaves 50 numbers a day to staff, also in parallel; its own clients do not count', async () => {
  const { app, v1, sql, clock, salon } = await twoSalons()
  const phones = Array.from({ length: 60 }, (_, n) => scattered(n + 10))
  const answers = await Promise.allSettled(phones.map((phone) => v1.recordOptOut({ phone })))
  const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refusals).toHaveLength(10)
  expect(refusals[0]).toMatchObject({ status: 429, retryAfter: 86_400 })
  expect(await sql`select 1 from opt_out_requests`).toHaveLength(50)
  expect(await v1.recordOptOut({ phone: OWN })).toMatchObject({ optedOut: true })
  const second = await makeKey(app, { salonId: salon.id })
  expect(await second.v1.recordOptOut({ phone: UNKNOWN })).toMatchObject({ decision: 'waiting' })
  clock.advance(86_400_000)
  expect(await v1.recordOptOut({ phone: OTHERS })).toMatchObject({ decision: 'waiting' })
})

test('a key ends with its salon', async () => {
  const { app, v1, agency, staff, salon } = await twoSalons()
  await staff.salons.update({ id: salon.id, state: 'closed' })
  for (const call of [
    () => v1.salons(),
    () => v1.recordOptOut({ phone: OWN }),
    () => v1.recordVisits({ visits: [] }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 401 })
  await keepSession(app)
  expect((await agency.salons()).items).toHaveLength(2)
})
