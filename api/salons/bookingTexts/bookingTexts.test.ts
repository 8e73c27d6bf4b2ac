import { expect, test } from 'vitest'
import { askingSalon, MARY } from '../../testing/askingSalon.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { keepSession } from '../../testing/salons.ts'

const FRIDAY = '2026-03-13T14:00:00.000Z'
const SATURDAY = '2026-03-14T11:00:00.000Z'
const SECOND = 1000
const HOUR = 3600 * SECOND

/** A salon in London that a client writes to, on a Tuesday at noon. */
async function bookingSalon() {
  const salon = await askingSalon()
  const { app, staff, sql, clock, worker, id } = salon
  const pass = async (ms: number) => {
    clock.advance(ms)
    await keepSession(app)
    await worker.round()
  }
  const set = (text: { id: string; messageId: string }, outcome: 'booked' | 'canceled' | null, more = {}) =>
    staff.replies.setOutcome({ ...text, outcome, ...more })
  return {
    ...salon,
    pass,
    set,
    book: (text: { id: string; messageId: string }, visitAt: string | null, textClient?: string) =>
      set(text, 'booked', { visitAt, ...(textClient && { textClient }) }),
    undo: (text: { id: string; messageId: string }, outcome: 'booked' | 'canceled') =>
      staff.replies.undoOutcome({ ...text, outcome }),
    got: () => textsOnHandset(sql, MARY),
    booking: async () => (await staff.replies.conversation({ id, number: MARY })).booking,
    states: () => sql`select body, status, error_message from messages where kind = 'booking' order by seq`,
  }
}

test('the text leaves ten seconds after Booked, once, however often it is called', async () => {
  const { say, book, pass, got, booking, states, sql } = await bookingSalon()
  const text = await say('Yes, Friday at 2')
  const booked = await Promise.all([1, 2, 3].map(() => book(text, FRIDAY, 'You are booked for Friday.')))
  expect(booked.map(({ texted }) => texted).sort()).toEqual(['before', 'before', 'queued'])
  expect(await booking()).toEqual({ visitAt: FRIDAY, texted: true })
  await pass(9 * SECOND)
  expect(await got()).toEqual([])
  await pass(SECOND)
  await pass(SECOND)
  expect(await got()).toEqual(['You are booked for Friday.'])
  await book(text, FRIDAY, 'You are booked for Friday, again.')
  await pass(20 * SECOND)
  expect(await states()).toMatchObject([{ status: 'sent' }])
  expect(
    await sql`select salon_id is not null as salon, created_by is not null as staff from messages where kind = 'booking'`,
  ).toEqual([{ salon: true, staff: true }])
})

test('undone in time, nothing leaves; booked again, it leaves; undone later, staff read that it has left', async () => {
  const { say, book, undo, pass, got } = await bookingSalon()
  const text = await say('Yes, Friday at 2')
  await book(text, FRIDAY, 'First')
  await pass(5 * SECOND)
  expect(await undo(text, 'booked')).not.toHaveProperty('textLeft')
  await pass(60 * SECOND)
  expect(await got()).toEqual([])
  expect(await book(text, FRIDAY, 'Second')).toMatchObject({ texted: 'queued' })
  await pass(11 * SECOND)
  expect(await got()).toEqual(['Second'])
  expect(await undo(text, 'booked')).toMatchObject({ textLeft: true })
})

test('moved there and back, the client gets each change; moved before it left, only the last', async () => {
  const { say, book, pass, got, states } = await bookingSalon()
  await book(await say('Friday'), FRIDAY, 'Fri')
  await pass(11 * SECOND)
  await book(await say('Saturday'), SATURDAY, 'Sat')
  await pass(2 * SECOND)
  await book(await say('No, Friday'), FRIDAY, 'Fri again')
  await pass(11 * SECOND)
  // The client knows of Friday only.
  expect(await got()).toEqual(['Fri'])
  await book(await say('Saturday after all'), SATURDAY, 'Sat again')
  await pass(11 * SECOND)
  await book(await say('Friday!'), FRIDAY, 'Fri once more')
  await pass(11 * SECOND)
  expect(await got()).toEqual(['Fri', 'Sat again', 'Fri once more'])
  expect((await states())[1]).toMatchObject({ status: 'canceled', errorMessage: 'No longer true' })
})

test('a booking is canceled from a later text, with the text that fits; the owner gets one too', async () => {
  const { say, book, set, undo, pass, got, booking, told, sql } = await bookingSalon()
  await expect(set(await say('Cannot come'), 'canceled')).rejects.toMatchObject({ status: 409 })
  await set(await say('Friday'), 'booked', { visitAt: FRIDAY, tellOwner: true, textClient: 'Fri' })
  await pass(11 * SECOND)
  const text = await say('I cannot come on Friday')
  const canceled = await set(text, 'canceled', { textClient: 'It is canceled.' })
  expect(canceled).toMatchObject({ outcome: 'canceled', processed: true, texted: 'queued' })
  expect(await booking()).toBe(null)
  await undo(text, 'canceled')
  expect(await booking()).toEqual({ visitAt: FRIDAY, texted: true })
  await pass(11 * SECOND)
  expect(await got()).toEqual(['Fri'])
  await set(text, 'canceled', { textClient: 'It is canceled.' })
  await pass(11 * SECOND)
  expect(await got()).toEqual(['Fri', 'It is canceled.'])
  expect(await told()).toContain(
    'Salonback for Glow: Not booked after all: Mary +44 7700 900601, Fri 13 March, 14:00. Details: URL',
  )
  expect(await sql`select state from visits`).toEqual([{ state: 'canceled' }])
  // Taken back by the button, without the key of this text.
  await book(await say('Or Saturday?'), SATURDAY, 'Sat')
  expect(await set(await say('No'), 'canceled', { textClient: 'Canceled.' })).toMatchObject({
    texted: 'queued',
  })
})

test('no text to a number that opted out, before or in the ten seconds, nor from a closed salon', async () => {
  const { say, book, pass, got, staff, id, states } = await bookingSalon()
  await book(await say('Friday'), FRIDAY, 'Fri')
  await say('STOP')
  await pass(11 * SECOND)
  expect(await got()).toEqual([])
  const refused = await book(await say('Saturday?'), SATURDAY, 'Sat')
  expect(refused).toMatchObject({ outcome: 'booked', texted: 'refused' })
  const other = await say('Friday', '+447700900602')
  await staff.replies.setOutcome({ ...other, outcome: 'booked', visitAt: FRIDAY, textClient: 'Hi' })
  await staff.salons.update({ id, state: 'closed' })
  await pass(11 * SECOND)
  expect((await states()).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
})

test('a visit that staff cancel or move elsewhere takes the unsent text back', async () => {
  const { say, book, pass, got, staff, id, states } = await bookingSalon()
  await book(await say('Friday'), FRIDAY, 'Fri')
  const [visit] = (await staff.visits.list({ id })).items
  await staff.visits.update({ id, visitId: visit?.id ?? '', state: 'canceled' })
  await pass(11 * SECOND)
  expect(await got()).toEqual([])
  expect(await states()).toMatchObject([{ status: 'canceled', errorMessage: 'No longer true' }])
})

/** Booked on Tuesday for Friday, with reminders on, in the evening. */
async function booked(visitAt = FRIDAY) {
  const salon = await bookingSalon()
  await salon.staff.handover.set({ id: salon.id, reminders: true })
  const text = await salon.say('Friday')
  await salon.book(text, visitAt)
  return { ...salon, text }
}

test('the day before, from 10:00 at the salon, the client is reminded once', async () => {
  const { pass, got, staff, id, sql } = await booked()
  await pass(45.5 * HOUR)
  expect(await got()).toEqual([])
  for (const _ of [1, 2, 3]) await pass(HOUR)
  expect(await got()).toEqual([
    'Glow: see you tomorrow, Fri 13 Mar, 14:00. If you cannot come, text us here.',
  ])
  expect(await sql`select kind, created_by from messages where direction = 'outbound'`).toEqual([
    { kind: 'booking', createdBy: null },
  ])
  expect((await staff.handover.get({ id })).reminders).toBe(true)
})

type Booked = Awaited<ReturnType<typeof booked>>

test.each<[string, (salon: Booked) => Promise<unknown>]>([
  ['while it is off', ({ staff, id }) => staff.handover.set({ id, reminders: false })],
  ['after a cancellation', ({ set, say }) => say('No').then((text) => set(text, 'canceled'))],
  ['after STOP', ({ say }) => say('STOP')],
  [
    'to a wrong person',
    ({ say, staff }) =>
      say('Wrong number').then((text) => staff.replies.setOutcome({ ...text, outcome: 'wrong_person' })),
  ],
  ['for another day', ({ say, book }) => say('Saturday').then((text) => book(text, SATURDAY))],
  [
    'for an appointment of the booking system',
    ({ sql, id }) => sql`
    insert into appointments (salon_id, external_id, phone_hash, starts_at, state, source, due, visit_id, created_at)
    select ${id}, 'a1', 'x', visit_at, 'booked', 'api', false, id, now() from visits`,
  ],
  ['for a visit without evidence from a conversation', ({ sql }) => sql`update visits set evidence = '[]'`],
  ['for a day without a time', ({ sql }) => sql`update visits set visit_at = '2026-03-13T12:00:00Z'`],
  ['at a paused salon', ({ sql, id }) => sql`update salons set state = 'paused' where id = ${id}`],
])('no reminder %s', async (_, change) => {
  const salon = await booked()
  await change(salon)
  await salon.pass(48 * HOUR)
  await salon.pass(60 * SECOND)
  expect(await salon.got()).toEqual([])
})

test('no reminder of what was booked or moved on the day before', async () => {
  const { pass, got, say, book } = await booked(SATURDAY)
  await pass(46 * HOUR)
  await book(await say('Friday is better'), FRIDAY)
  await pass(2 * HOUR)
  expect(await got()).toEqual([])
})

test('a reminder that could not leave on its day is canceled', async () => {
  const { pass, got, states, sql } = await booked()
  await pass(47 * HOUR)
  await sql`update messages set status = 'queued', accepted_at = null, sid = null where kind = 'booking'`
  await sql`delete from simulator.texts where direction = 'out'`
  await pass(24 * HOUR)
  expect(await got()).toEqual([])
  expect(await states()).toMatchObject([{ status: 'canceled', errorMessage: 'Too late for a reminder' }])
})
