import { expect, test } from 'vitest'
import { askingSalon } from '../../testing/askingSalon.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { ownerLink, postForm } from '../../testing/ownerLink.ts'

const HOUR = 3_600_000
const FRIDAY = '2026-07-10T13:00:00.000Z'

type Salon = Awaited<ReturnType<typeof askingSalon>>
type Text = Awaited<ReturnType<Salon['say']>>

const book = ({ staff }: Salon, text: Text, visitAt: string | null = FRIDAY, tellOwner = true) =>
  staff.replies.setOutcome({ ...text, outcome: 'booked', visitAt, tellOwner })

/** The calendar file of the last link, by line. */
async function fileOf({ request, token }: Salon) {
  const link = await token()
  const page = await (await request(`/o/${link}`)).text()
  const path = /href="([^"]+\.ics)"/.exec(page)?.[1] ?? ''
  const file = await request(path)
  const { 'content-type': type, 'cache-control': cache } = Object.fromEntries(file.headers)
  return { link, page, path, type, cache, lines: (await file.text()).split('\r\n') }
}

test('the owner gets a booking with the time at the salon, and a calendar file', async () => {
  const salon = await askingSalon()
  const text = await salon.say('Yes, Friday please')
  expect(await book(salon, text)).toMatchObject({ outcome: 'booked', told: 'text' })
  expect(await book(salon, text)).toMatchObject({ told: 'before' })
  expect(await salon.told()).toEqual([
    'Salonback for Glow: Mary +44 7700 900601 has booked for Fri 10 July, 14:00. Details: URL',
  ])
  expect(await salon.notes()).toEqual([
    'maya: Booked for Fri 10 July, 14:00 (Europe/London). Aoife gets a text.',
  ])
  const { page, type, cache, lines } = await fileOf(salon)
  expect(page).toContain('Booked for Fri 10 July, 14:00.')
  expect([type, cache]).toEqual(['text/calendar; charset=utf-8', 'no-store'])
  expect(lines).toContain('DTSTART:20260710T130000Z')
})

test('a booking that moves keeps its calendar entry; a booking taken back cancels it', async () => {
  const salon = await askingSalon()
  await book(salon, await salon.say('Friday please'))
  const first = await fileOf(salon)
  const text = await salon.say('Rather Saturday')
  expect(await book(salon, text, '2026-07-11T13:00:00.000Z')).toMatchObject({ told: 'text' })
  const moved = await fileOf(salon)
  const uid = (lines: string[]) => lines.find((line) => line.startsWith('UID:'))
  expect(uid(moved.lines)).toBe(uid(first.lines))
  expect(moved.lines).toEqual(expect.arrayContaining(['SEQUENCE:1', 'DTSTART:20260711T130000Z']))
  await salon.sql`update visits set state = 'canceled'`
  const canceled = await fileOf(salon)
  expect([canceled.page.includes('This booking was canceled.'), canceled.path]).toEqual([true, ''])
})

test('a booking without a time has no calendar file; without the tick the owner gets no text', async () => {
  const salon = await askingSalon()
  await book(salon, await salon.say('Yes'), null)
  expect(await salon.told()).toEqual([
    'Salonback for Glow: Mary +44 7700 900601 has booked. The time is not known yet. Details: URL',
  ])
  expect((await fileOf(salon)).path).toBe('')
  expect(await book(salon, await salon.say('At 2'), FRIDAY, false)).not.toHaveProperty('told')
  expect(await salon.told()).toHaveLength(1)
})

test('a calendar file opens only through a link of its salon', async () => {
  const glow = await askingSalon('Glow')
  const opal = await askingSalon('Opal', glow.app)
  await book(glow, await glow.say('Friday'))
  const { path } = await fileOf(glow)
  const file = path.split('/').at(-1)
  await book(opal, await opal.say('Friday'))
  const other = await opal.token()
  for (const wrong of [`${other}/bookings/${file}`, `${other}/bookings/x.ics`, `nothing/bookings/${file}`])
    expect((await glow.request(`/o/${wrong}`)).status).toBe(404)
  await glow.pass(31 * 24 * HOUR)
  expect((await glow.request(path)).status).toBe(410)
})

test('the page of the owner shows open hand-overs, and turns the texts off and on', async () => {
  const salon = await askingSalon()
  const { staff, visitor, id, request, say, told } = salon
  const { token } = await ownerLink(salon, id)
  const set = (texts: 'yes' | 'no', of = token) => postForm(salon, `/o/${of}/client-texts`, { texts })
  expect((await set('no')).text).toContain('You get no texts about')
  expect(await staff.replies.ask(await say('Friday?'))).toEqual({ told: 'page' })
  expect(await book(salon, await say('Yes'))).toMatchObject({ told: 'page' })
  const home = await (await request(`/o/${token}`)).text()
  expect(home).toContain('1 question only you can answer')
  expect(home).toContain('1 booking to come, with time and calendar file')
  const { handover } = await visitor.owner.open({ token, step: 'handover' })
  expect([handover?.questions.length, handover?.bookings.length]).toEqual([1, 1])
  await visitor.owner.answer({ token, question: { id: handover?.questions[0]?.id ?? '', answer: 'works' } })
  const { tasks } = (await visitor.owner.open({ token })).home ?? {}
  expect(tasks?.some(({ kind }) => kind === 'questions')).toBe(false)
  expect(await told()).toEqual([])
  await set('yes')
  expect(await staff.replies.ask(await say('Monday?'))).toEqual({ told: 'text' })
  // A link for one question changes no settings.
  expect((await set('no', await salon.token())).status).toBe(404)
})

test('facts have at most one page; an agent can read them', async () => {
  const { staff, id } = await askingSalon()
  expect(await staff.handover.set({ id, facts: ' Cut £45 ' })).toMatchObject({
    texts: true,
    facts: 'Cut £45',
  })
  await expect(staff.handover.set({ id, facts: 'x'.repeat(4001) })).rejects.toThrow('At most 4000')
  expect(await staff.handover.set({ id, facts: null })).toMatchObject({ texts: true, facts: null })
})

test('the owner gets nothing about a booking that is undone within ten seconds', async () => {
  const salon = await askingSalon()
  const { clock, worker, sql, staff } = salon
  const text = await salon.say('Friday please')
  const pass = async (ms: number) => {
    clock.advance(ms)
    await worker.round()
  }
  const got = () => textsOnHandset(sql, '+447700900301')
  await book(salon, text)
  await pass(9000)
  await staff.replies.undoOutcome({ ...text, outcome: 'booked' })
  await pass(10_000)
  expect(await got()).toEqual([])
  await book(salon, text)
  await pass(10_000)
  expect(await got()).toHaveLength(1)
})
