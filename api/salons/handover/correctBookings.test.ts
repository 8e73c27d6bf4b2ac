import { expect, test } from 'vitest'
import { askingSalon } from '../../testing/askingSalon.ts'

const HOUR = 3_600_000
const FRIDAY = '2026-07-10T13:00:00.000Z'
const SATURDAY = '2026-07-11T09:30:00.000Z'
const booked = 'Salonback for Glow: Mary +44 7700 900601 has booked for Fri 10 July, 14:00. Details: URL'
const takenBack =
  'Salonback for Glow: Not booked after all: Mary +44 7700 900601, Fri 10 July, 14:00. Details: URL'
const changed = (time: string) =>
  `Salonback for Glow: Changed: Mary +44 7700 900601 comes ${time}, not Fri 10 July, 14:00. Details: URL`

/** A salon with a client who asks for Friday, and the actions of staff. */
async function booking() {
  const salon = await askingSalon()
  const { staff, sql, id } = salon
  const text = await salon.say('Friday please')
  const mark = (visitAt: string, tellOwner = true, one = text) =>
    staff.salonReplies.setOutcome({ ...one, outcome: 'booked', visitAt, tellOwner })
  const change = async (changes: { state?: 'canceled' | 'attended'; visitOn?: string }) => {
    const visitId = (await staff.visits.list({ id })).items[0]?.id ?? ''
    return staff.visits.update({ id, visitId, ...changes })
  }
  return {
    ...salon,
    text,
    mark,
    change,
    undo: () => staff.salonReplies.undoOutcome({ ...text, outcome: 'booked' }),
    other: () => staff.salonReplies.setOutcome({ ...text, outcome: 'not_interested' }),
    /** Texts and e-mails to the owner have left. */
    leave: async () => {
      await sql`update messages set status = 'sent' where status = 'queued'`
      await sql`update mails set state = 'sent' where state = 'queued'`
    },
    /** Sends the six texts of the day, so that the next one waits for the collected text. */
    fill: async () => {
      for (let n = 1; n <= 6; n++) await staff.salonReplies.ask(await salon.say(`Day ${n}?`))
    },
    /** What the owner got or will get, without the six. */
    heard: async () => {
      await sql`
        delete from messages where status = 'canceled' and dedupe_key like 'handover:%'`
      return (await salon.told()).filter((body) => !/ asks: /.test(body))
    },
  }
}

type Booking = Awaited<ReturnType<typeof booking>>

test.each<[what: string, steps: (salon: Booking) => Promise<unknown>, heard: string[]]>([
  [
    'undone after the text has left',
    async ({ mark, leave, undo }) => [await mark(FRIDAY), await leave(), await undo()],
    [booked, takenBack],
  ],
  ['undone before the text has left', async ({ mark, undo }) => [await mark(FRIDAY), await undo()], []],
  [
    'marked otherwise',
    async ({ mark, leave, other }) => [await mark(FRIDAY), await leave(), await other()],
    [booked, takenBack],
  ],
  [
    'canceled among the visits',
    async ({ mark, leave, change }) => [
      await mark(FRIDAY),
      await leave(),
      await change({ state: 'canceled' }),
      await change({ state: 'canceled' }),
    ],
    [booked, takenBack],
  ],
  [
    'undone and marked again',
    async ({ mark, leave, undo }) => [
      await mark(FRIDAY),
      await leave(),
      await undo(),
      await leave(),
      await mark(FRIDAY),
    ],
    [booked, takenBack, booked],
  ],
  [
    'undone and marked again before any text has left',
    async ({ mark, undo }) => [await mark(FRIDAY), await undo(), await mark(FRIDAY)],
    [booked],
  ],
  [
    'moved',
    async ({ mark, leave }) => [await mark(FRIDAY), await leave(), await mark(SATURDAY)],
    [booked, changed('Sat 11 July, 10:30')],
  ],
  [
    'moved by a later text of the client',
    async ({ mark, leave, say }) => [
      await mark(FRIDAY),
      await leave(),
      await mark(SATURDAY, true, await say('Rather Saturday')),
    ],
    [booked, changed('Sat 11 July, 10:30')],
  ],
  [
    'moved without the tick',
    async ({ mark, leave }) => [await mark(FRIDAY), await leave(), await mark(SATURDAY, false)],
    [booked, changed('Sat 11 July, 10:30')],
  ],
  [
    'moved before the text has left',
    async ({ mark }) => [await mark(SATURDAY), await mark(FRIDAY)],
    [booked],
  ],
  [
    'moved to another day among the visits, at the same time',
    async ({ mark, leave, change }) => [
      await mark(FRIDAY),
      await leave(),
      await change({ state: undefined, visitOn: '2026-07-12' }),
    ],
    [booked, changed('Sun 12 July, 14:00')],
  ],
  [
    'saved among the visits without a change',
    async ({ mark, leave, change }) => [
      await mark(FRIDAY),
      await leave(),
      await change({ visitOn: '2026-07-10' }),
    ],
    [booked],
  ],
  ['never told, and undone', async ({ mark, undo }) => [await mark(FRIDAY, false), await undo()], []],
  [
    'waiting for the collected text, and undone',
    async ({ fill, mark, undo, pass }) => [
      await fill(),
      await mark(FRIDAY),
      await undo(),
      await pass(6 * HOUR),
    ],
    [],
  ],
  [
    'undone when six texts of the day have left: collected',
    async ({ mark, leave, fill, undo, pass }) => [
      await mark(FRIDAY),
      await leave(),
      await fill(),
      await undo(),
      await pass(6 * HOUR),
    ],
    [booked, 'Salonback for Glow: 2 more questions and bookings of clients. Open: URL'],
  ],
  [
    'in the past',
    async ({ mark, leave, pass, change }) => [
      await mark(FRIDAY),
      await leave(),
      await pass(125 * 24 * HOUR),
      await change({ state: 'canceled' }),
    ],
    [booked],
  ],
])('the owner of a booking that is %s', async (_, steps, heard) => {
  const salon = await booking()
  await steps(salon)
  expect(await salon.heard()).toEqual(heard)
})

test('a correction takes the way of the booking: by e-mail, or only on the page', async () => {
  const mailed = await booking()
  await mailed.staff.salons.update({ id: mailed.id, ownerPhone: null })
  await mailed.mark(FRIDAY)
  await mailed.leave()
  await mailed.undo()
  expect(await mailed.heard()).toEqual([
    'Mary +44 7700 900601 has booked for Fri 10 July, 14:00.',
    'Not booked after all: Mary +44 7700 900601, Fri 10 July, 14:00.',
  ])
  const quiet = await booking()
  await quiet.staff.handover.set({ id: quiet.id, texts: false })
  await quiet.mark(FRIDAY)
  await quiet.undo()
  expect(await quiet.heard()).toEqual([])
})

test('a canceled booking is noted in the conversation and shown on the page of the owner', async () => {
  const salon = await booking()
  await salon.mark(FRIDAY)
  await salon.leave()
  salon.clock.advance(5000)
  await salon.undo()
  expect(await salon.notes()).toEqual([
    'maya: Booked for Fri 10 July, 14:00 (Europe/London). Aoife gets a text.',
    'maya: Not booked after all for Fri 10 July, 14:00 (Europe/London). Aoife gets a text.',
  ])
  const page = await (await salon.request(`/o/${await salon.token()}`)).text()
  expect(page).toContain('a booking was canceled')
  expect(page).toContain('This booking was canceled.')
})
