import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { App } from '../../testing/app.ts'
import { appointment, fedSalon } from '../../testing/feed.ts'

// What automations and hand-written programs send by mistake, and the answer that tells their authors what to change.

const ZONE = 'Please send a time with its zone, like 2026-03-12T09:00:00Z or 2026-03-12T09:00:00+01:00'
const PENCE = 'Please send a whole number of pence or cents, like 4500 for 45.00'
const STATE = 'Please send booked, attended, no_show or canceled'

/** Fields of one appointment, and `stored`, the reason of the row, or the field that is refused with its message. */
const fields: [sent: object, answer: string][] = [
  [{ startsAt: '2026-03-18T14:30:00Z' }, 'stored'],
  [{ startsAt: '2026-03-18T14:30Z' }, 'stored'],
  [{ startsAt: '2026-03-18T14:30:00.123Z' }, 'stored'],
  [{ startsAt: '2026-03-18T14:30:00.123456789+01:00' }, 'stored'],
  [{ startsAt: '2026-03-18T14:30:00-0700' }, 'stored'],
  [{ startsAt: '2026-03-18T14:30:00+23:59' }, 'stored'],
  [{ startsAt: ' 2026-03-18T14:30:00Z ' }, 'stored'],
  [{ startsAt: '2026-03-18T14:30:00' }, `startsAt: ${ZONE}`],
  [{ startsAt: '2026-03-18 14:30:00+01:00' }, `startsAt: ${ZONE}`],
  [{ startsAt: '18/03/2026 14:30' }, `startsAt: ${ZONE}`],
  [{ startsAt: '2026-02-30T14:30:00Z' }, `startsAt: ${ZONE}`],
  [{ startsAt: 1_773_844_200 }, `startsAt: ${ZONE}`],
  [{ startsAt: '' }, `startsAt: ${ZONE}`],
  [{ startsAt: null }, `startsAt: ${ZONE}`],
  [{ startsAt: '0000-01-01T00:00:00Z' }, 'startsAt: this is before the year 2000'],
  [{ startsAt: '9999-12-31T23:59:59Z', state: 'booked' }, 'startsAt: this is more than ten years ahead'],
  [{ bookedAt: '0001-01-01T00:00:00Z' }, 'bookedAt: this is before the year 2000'],
  [{ bookedAt: null, updatedAt: null, amount: null }, 'stored'],
  [{ phone: '07700 900600' }, 'stored'],
  [{ phone: '00447700900600' }, 'stored'],
  [{ phone: '+44 (0)7700 900-600' }, 'stored'],
  [{ phone: 447_700_900_600 }, 'stored'],
  [{ phone: 7_700_900_600 }, 'stored'],
  [{ phone: '' }, 'phone: this is no phone number'],
  [{ phone: '12' }, 'phone: this is no phone number'],
  [{ phone: null }, 'phone: Please send a number like +447700900123'],
  [{ phone: ['+447700900600'] }, 'phone: Please send a number like +447700900123'],
  [{ amount: 0 }, 'stored'],
  [{ amount: 1 }, 'stored'],
  [{ amount: 45 }, 'stored'],
  [{ amount: -5 }, `amount: ${PENCE}`],
  [{ amount: 45.5 }, `amount: ${PENCE}`],
  [{ amount: 1e9 }, 'amount: At most 20,000 for one visit'],
  [{ amount: '45.00' }, `amount: ${PENCE}`],
  [{ amount: '45,00 £' }, `amount: ${PENCE}`],
  [{ amount: '4500' }, 'stored'],
  [{ amount: '45' }, 'stored'],
  [{ amount: '', bookedAt: '', updatedAt: ' ' }, 'stored'],
  [{ externalId: 4711 }, 'stored'],
  [{ externalId: '  a b  ' }, 'stored'],
  [{ externalId: '💇‍♀️ Żółć' }, 'stored'],
  [{ externalId: 'x'.repeat(200) }, 'stored'],
  [{ externalId: 'x'.repeat(300) }, 'externalId: At most 200 characters'],
  [{ externalId: 1e21 }, 'externalId: Please send the id of the appointment as text'],
  [{ externalId: 4.5 }, 'externalId: Please send the id of the appointment as text'],
  [{ externalId: ' ' }, 'externalId: Please send the id of the appointment as text'],
  [{ externalId: null }, 'externalId: Please send the id of the appointment as text'],
  [{ state: 'Attended' }, 'stored'],
  [{ state: 'NO_SHOW' }, 'stored'],
  [{ state: 'no-show' }, 'stored'],
  [{ state: 'Cancelled' }, 'stored'],
  [{ state: 'paid' }, `state: ${STATE}`],
  [{ state: '' }, `state: ${STATE}`],
  [{ state: null }, `state: ${STATE}`],
  [{ state: true }, `state: ${STATE}`],
  [{ stylist: 'Ana', price: { gross: 45 }, updated_at: 'today' }, 'stored'],
]

/** Posts bytes as they are. */
const poster =
  (app: App, key: string) =>
  async (body: BodyInit, headers: Record<string, string> = {}) => {
    const answer = await app.request('/api/v1/visits', {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    })
    return { status: answer.status, ...((await answer.json()) as Answer) }
  }

interface Answer {
  message?: string
  fields?: Record<string, string>
  results?: { result: string; message?: string }[]
}

test('each kind of field gets a clear answer', async () => {
  const { app, key } = await fedSalon()
  const post = poster(app, key)
  const answers: typeof fields = []
  for (const [n, [sent]] of fields.entries()) {
    const body = JSON.stringify({ ...appointment(), externalId: `a${n}`, ...sent })
    const { status, fields: wrong, results } = await post(body)
    const [field, message] = Object.entries(wrong ?? {})[0] ?? []
    const [one] = results ?? []
    const refused = field && `${field.replace('visits.0.', '')}: ${message}`
    answers.push([sent, (status === 422 ? refused : (one?.message ?? one?.result)) ?? String(status)])
  }
  expect(answers).toEqual(fields)
})

const one = appointment()
const batch = (count: number) =>
  JSON.stringify({ visits: Array.from({ length: count }, (_, n) => ({ ...one, externalId: `b${n}` })) })

const type = (value: string) => ({ 'content-type': value })
const form = type('application/x-www-form-urlencoded')
const utf8 = type('application/json; charset=UTF-8')
const zipped = gzipSync(JSON.stringify(one))
const noSalon = JSON.stringify({ ...one, salonId: 'Aoife Hair' })

type Body = [name: string, body: BodyInit, headers: Record<string, string>, status: number, message?: string]

const bodies: Body[] = [
  ['500', batch(500), {}, 200],
  ['501', batch(501), {}, 422, 'At most 500'],
  ['none', batch(0), {}, 422, 'Please send at least one appointment'],
  ['null for the list', '{"visits":null}', {}, 422, 'Please send a list of appointments'],
  ['a text for the list', '{"visits":"[]"}', {}, 422, 'Please send a list of appointments'],
  ['a list without its name', `[${JSON.stringify(one)}]`, {}, 400, 'The body must be a JSON object'],
  ['nothing', '', {}, 400, 'The body is not valid JSON'],
  ['half', '{"externalId":"a', {}, 400, 'The body is not valid JSON'],
  ['a mark at the start', `\uFEFF${JSON.stringify(one)}`, {}, 200],
  ['a form', 'externalId=a1', form, 415, 'Please send JSON'],
  ['text', JSON.stringify(one), type('text/plain'), 415, 'Please send JSON'],
  ['JSON with a character set', JSON.stringify(one), utf8, 200],
  [
    'compressed JSON',
    zipped,
    { 'content-encoding': 'gzip' },
    415,
    'Please send the body without compression',
  ],
  ['an id with half a character', JSON.stringify({ ...one, externalId: 'a\ud800' }), {}, 400],
  ['an id with a zero', JSON.stringify({ ...one, externalId: 'a\u0000' }), {}, 400],
  ['a salon that is none', noSalon, {}, 422, 'Please send the id of a salon'],
]

test('each kind of body gets a clear answer', async () => {
  const { app, key } = await fedSalon()
  const post = poster(app, key)
  for (const [name, body, headers, status, message] of bodies) {
    const answer = await post(body, headers)
    expect([name, answer.status], JSON.stringify(answer)).toEqual([name, status])
    if (message) expect([name, answer.message]).toEqual([name, message])
  }
})

test('the same id twice in one list is a correction, and ids differ by case', async () => {
  const { app, send, visits } = await fedSalon()
  const booked = { state: 'booked', amount: null } as const
  const sent = await send(appointment(booked), appointment(), appointment({ externalId: 'A1', ...booked }))
  expect(sent).toEqual(['stored', 'stored', 'stored'])
  expect(await visits()).toMatchObject([{ state: 'attended', amount: 4500 }])
  expect((await app.sql`select 1 from appointments`).count).toBe(2)
})

test('an older change after a repeat of a newer state is ignored', async () => {
  const { send, visits } = await fedSalon()
  const at = (hour: number) => ({ updatedAt: `2026-03-20T0${hour}:00:00Z` })
  await send(appointment(at(1)))
  await send(appointment(at(3)))
  expect(await send(appointment({ ...at(2), state: 'canceled' }))).toEqual(['unchanged'])
  expect(await visits()).toMatchObject([{ state: 'attended' }])
})

test('a cursor that is none or gone is refused, not an empty last page', async () => {
  const { v1, send } = await fedSalon()
  await send(appointment())
  const lists = ['salons', 'campaigns', 'visits', 'statements'] as const
  const wrong = [
    ['garbage', 'Please send the nextCursor of a page'],
    ['', 'Please send the nextCursor of a page'],
    [crypto.randomUUID(), 'This page is gone. Please start without a cursor'],
  ] as const
  for (const name of lists)
    for (const [cursor, message] of wrong) {
      const refused = { status: 422, fields: { cursor: message } }
      await expect(v1[name]({ cursor }), `${name} ${cursor}`).rejects.toMatchObject(refused)
    }
})

test('an opt-out takes a number in any form', async () => {
  const { v1 } = await fedSalon()
  const recorded = { phone: '+447700900600', optedOut: true }
  for (const phone of ['07700 900600', '+44 (0)7700 900600', 447_700_900_600])
    expect(await v1.recordOptOut({ phone: phone as string })).toEqual(recorded)
  for (const [phone, message] of [
    ['', 'Please send a phone number like +447700900123'],
    ['STOP', 'Please send a phone number like +447700900123'],
    [null, 'Please send a number like +447700900123'],
  ] as const)
    await expect(v1.recordOptOut({ phone: phone as string })).rejects.toMatchObject({
      status: 422,
      fields: { phone: message },
    })
})
