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
    staff.replies.setOutcome({ ...one, outcome: 'booked', visitAt, tellOwner })
  const change = async (changes: { state?: 'canceled' | 'attended'; visitOn?: string }) => {
    const visitId = (await staff.visits.list({ id })).items[0]?.id ?? ''
    return staff.visits.update({ id, visitId, ...changes })
  }
  return {
    ...salon,
    text,
    mark,
    change,
    undo: () => staff.replies.undoOutcome({ ...text, outcome: 'booked' }),
    other: () => staff.replies.setOutcome({ ...text, outcome: 'not_interested' }),
    /** Texts and e-mails to the owner have left. */
    leave: async () => {
      await sql`update messages set status = 'sent' where status = 'queued'`
      await sql`update mails set state = 'sent' where state = 'queued'`
    },
    /** Sends the six texts of the day, so that the next one waits for the collected text. */
    fill: async () => {
      for (let n = 1; n <= 6; n++) await staff.replies.ask(await salon.say(`Day ${n}?`))
    },
    /** What the owner got or will get, without the six. */
    heard: async () => {
      await sql`
        delete from messages where status = 'canceled' and dedupe_key in (select dedupe_key from owner_messages)`
      return (await salon.told()).filter((body) => !/ asks: /.test(body))
    },
  }
}

type Booking = Awaited<ReturnType<typeof booking>>
type Step = (salon: Booking) => Promise<unknown>

const friday: Step = ({ mark }) => mark(FRIDAY)
const saturday: Step = ({ mark }) => mark(SATURDAY)
const untickedFriday: Step = ({ mark }) => mark(FRIDAY, false)
const untickedSaturday: Step = ({ mark }) => mark(SATURDAY, false)
const laterText: Step = async ({ mark, say }) => mark(SATURDAY, true, await say('Rather Saturday'))
const leave: Step = (salon) => salon.leave()
const undo: Step = (salon) => salon.undo()
const other: Step = (salon) => salon.other()
const fill: Step = (salon) => salon.fill()
const cancel: Step = ({ change }) => change({ state: 'canceled' })
const evening: Step = ({ pass }) => pass(6 * HOUR)
const afterFriday: Step = ({ pass }) => pass(125 * 24 * HOUR)
const toSunday: Step = ({ change }) => change({ state: undefined, visitOn: '2026-07-12' })
const toSameDay: Step = ({ change }) => change({ visitOn: '2026-07-10' })
/** The booking system moves the visit, and tells the owner itself. */
const elsewhere: Step = ({ sql }) => sql`update visits set visit_at = ${SATURDAY} where state = 'booked'`
const maryOf = async ({ staff, id }: Booking) => (await staff.clients.list({ id })).items[0]?.id ?? ''
const comes = async (salon: Booking) => {
  const visit = { state: 'attended', visitOn: '2026-03-09', amount: 4500, note: 'Diary' } as const
  return salon.staff.visits.create({ id: salon.id, clientId: await maryOf(salon), ...visit })
}
const otherAmount: Step = async (salon) => {
  const { sql, staff, id } = salon
  const { id: visitId, clientId } = await comes(salon)
  await elsewhere(salon)
  const [entry] = await sql<[{ id: string }]>`
    insert into ledger_entries (salon_id, client_id, visit_id, kind, amount, payable_from, line, rule_version, created_by, created_at)
    values (${id}, ${clientId}, ${visitId}, 'fee', 1350, now(),
      '{"client": "M. …601", "visitOn": null, "paid": 4500, "feeBps": 3000, "reasons": []}', '1', 'maya', now())
    returning id`
  await sql`insert into disputes (entry_id, note, opened_at) values (${entry.id}, 'Less', now())`
  await staff.billing.decideDispute({ id, entryId: entry.id, upheld: true, amount: 3000 })
}
const collected = 'Salonback for Glow: 2 more questions and bookings of clients. Open: URL'
const toldSaturday = changed('Sat 11 July, 10:30')

test.each<[what: string, steps: Step[], heard: string[]]>([
  ['undone after the text has left', [friday, leave, undo], [booked, takenBack]],
  ['undone before the text has left', [friday, undo], []],
  ['marked otherwise', [friday, leave, other], [booked, takenBack]],
  ['canceled among the visits', [friday, leave, cancel, cancel], [booked, takenBack]],
  ['undone and marked again', [friday, leave, undo, leave, friday], [booked, takenBack, booked]],
  ['undone and marked again before any text has left', [friday, undo, friday], [booked]],
  ['moved', [friday, leave, saturday], [booked, toldSaturday]],
  ['moved by a later text of the client', [friday, leave, laterText], [booked, toldSaturday]],
  ['moved without the tick', [friday, leave, untickedSaturday], [booked, toldSaturday]],
  ['moved before the text has left', [saturday, friday], [booked]],
  [
    'moved to another day, at the same time',
    [friday, leave, toSunday],
    [booked, changed('Sun 12 July, 14:00')],
  ],
  ['saved among the visits without a change', [friday, leave, toSameDay], [booked]],
  ['moved by the booking system', [friday, leave, elsewhere], [booked]],
  ['not changed by a visit that staff create', [friday, leave, comes], [booked]],
  ['moved before staff create a visit', [friday, leave, elsewhere, comes], [booked, toldSaturday]],
  ['moved before a dispute gets another amount', [friday, leave, otherAmount], [booked, toldSaturday]],
  ['never told, and undone', [untickedFriday, undo], []],
  ['waiting for the collected text, and undone', [fill, friday, undo, evening], []],
  ['undone after six texts of the day: collected', [friday, leave, fill, undo, evening], [booked, collected]],
  ['in the past', [friday, leave, afterFriday, cancel], [booked]],
])('the owner of a booking that is %s', async (_, steps, heard) => {
  const salon = await booking()
  for (const step of steps) await step(salon)
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
