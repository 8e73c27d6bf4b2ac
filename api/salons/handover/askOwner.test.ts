import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { exportPerson } from '../../platform/privacy/export.ts'
import { askingSalon, MARY } from '../../testing/askingSalon.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { postForm } from '../../testing/ownerLink.ts'

const HOUR = 3_600_000
const OWNER = '+447700900301'

test('the owner gets the words of a client and answers on a page; the conversation comes back to review', async () => {
  const { staff, visitor, say, told, token, notes, waiting, sql, id, clock } = await askingSalon()
  const text = await say('Is Friday 2pm free? https://evil.example/x')
  expect(await waiting()).toBe(1)
  expect(await staff.replies.ask(text)).toEqual({ told: 'text' })
  expect(await waiting()).toBe(0)
  expect(await told()).toEqual([
    'Salonback for Glow: Mary +44 7700 900601 asks: "Is Friday 2pm free? (link)" Answer: URL',
  ])
  const link = await token()
  const { purpose, handover } = await visitor.owner.open({ token: link })
  expect(purpose).toBe('handover')
  const [question] = handover?.questions ?? []
  expect(question).toMatchObject({
    client: 'Mary +44 7700 900601',
    words: 'Is Friday 2pm free? https://evil.example/x',
    answer: null,
  })
  clock.advance(1000)
  const answer = { id: question?.id ?? '', answer: 'other_time', words: 'Friday 4pm' } as const
  await visitor.owner.answer({ token: link, question: answer })
  expect(await waiting()).toBe(1)
  expect(await notes()).toEqual([
    'maya: Asked Aoife: "Is Friday 2pm free? (link)" Aoife gets a text.',
    'Aoife (owner): Answer: Friday 4pm',
  ])
  expect(await sql`select actor, action from audit_log where action like 'handover.%' order by id`).toEqual([
    { actor: 'maya', action: 'handover.ask' },
    { actor: 'owner', action: 'handover.answer' },
  ])
  expect((await staff.handover.get({ id })).texts).toBe(true)
})

test('asked twice at the same time, the owner gets one text', async () => {
  const { staff, say, told, notes } = await askingSalon()
  const text = await say('Friday?')
  const replies = await Promise.all([1, 2, 3].map(() => staff.replies.ask(text)))
  expect(replies.map((reply) => reply.told).sort()).toEqual(['before', 'before', 'text'])
  expect(await told()).toHaveLength(1)
  expect(await notes()).toHaveLength(1)
  // The next text of the client is another question.
  expect(await staff.replies.ask(await say('Or Saturday?'))).toEqual({ told: 'text' })
})

test('a question without an answer comes back to review after a day', async () => {
  const { staff, say, waiting, pass } = await askingSalon()
  await staff.replies.ask(await say('Friday?'))
  await pass(23 * HOUR)
  expect(await waiting()).toBe(0)
  await pass(2 * HOUR)
  expect(await waiting()).toBe(1)
})

type Salon = Awaited<ReturnType<typeof askingSalon>>

const stop = ({ sql }: Salon) =>
  sql`insert into suppressions (phone, since, source, wording) values (${OWNER}, now(), 'keyword', 'STOP')`

test.each<[string, (salon: Salon) => Promise<unknown>, string, number]>([
  ['has an address, no number', ({ staff, id }) => staff.salons.update({ id, ownerPhone: null }), 'email', 1],
  ['texted STOP to the agency', stop, 'email', 1],
  [
    'texted STOP and has no address',
    async (salon) => [await stop(salon), await salon.staff.salons.update({ id: salon.id, ownerEmail: null })],
    'unreachable',
    0,
  ],
  ['wants no texts', ({ staff, id }) => staff.handover.set({ id, texts: false }), 'page', 0],
  ['sleeps', async ({ clock }) => clock.advance(10 * HOUR), 'later', 0],
])('an owner who %s', async (_, change, told, texts) => {
  const salon = await askingSalon()
  const text = await salon.say('Friday?')
  await change(salon)
  expect(await salon.staff.replies.ask(text)).toEqual({ told })
  expect(await salon.told()).toHaveLength(texts)
})

test('after six texts a day the owner gets one text for the rest; nothing is lost', async () => {
  const { staff, visitor, say, told, token, pass } = await askingSalon()
  const answers: string[] = []
  for (let n = 1; n <= 9; n++) answers.push((await staff.replies.ask(await say(`Day ${n}?`))).told)
  expect(answers).toEqual([...Array(6).fill('text'), 'later', 'later', 'later'])
  await pass(4 * HOUR)
  expect(await told()).toHaveLength(6)
  await pass(2 * HOUR)
  await pass(HOUR / 6)
  const rest = 'Salonback for Glow: 3 more questions and bookings of clients. Open: URL'
  expect((await told()).slice(6)).toEqual([rest])
  const { handover } = await visitor.owner.open({ token: await token() })
  const days = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `Day ${n}?`)
  expect(handover?.questions.map(({ words }) => words)).toEqual(days)
  // After the text of the evening, the rest waits for the morning. Then six more may leave.
  expect(await staff.replies.ask(await say('Late?'))).toEqual({ told: 'later' })
  await pass(HOUR)
  expect(await told()).toHaveLength(7)
  await pass(15 * HOUR)
  expect(await told()).toHaveLength(8)
  expect(await staff.replies.ask(await say('Next day?'))).toEqual({ told: 'text' })
})

test('a link of one salon neither shows nor answers a question of another', async () => {
  const glow = await askingSalon('Glow')
  const opal = await askingSalon('Opal', glow.app)
  await glow.staff.replies.ask(await glow.say('Friday?'))
  const link = await glow.token()
  const id = (await glow.visitor.owner.open({ token: link })).handover?.questions[0]?.id ?? ''
  const other = await opal.say('Saturday?')
  await opal.staff.replies.ask(other)
  const answer = (token: string) => glow.visitor.owner.answer({ token, question: { id, answer: 'works' } })
  await expect(answer(await glow.token())).rejects.toThrow('Question not found')
  await expect(glow.staff.replies.ask({ ...other, id: glow.id })).rejects.toThrow('Message not found')
  // A link for one question opens no other of the same salon.
  await glow.staff.replies.ask(await glow.say('Sunday at 3?'))
  await expect(answer(await glow.token())).rejects.toThrow('Question not found')
  await answer(link)
})

test('the first answer counts; links end after 30 days and with the salon', async () => {
  const { staff, visitor, say, token, notes, pass, id } = await askingSalon()
  await staff.replies.ask(await say('Friday?'))
  const link = await token()
  const question = (await visitor.owner.open({ token: link })).handover?.questions[0]?.id ?? ''
  const answer = (value: 'works' | 'call') =>
    visitor.owner.answer({ token: link, question: { id: question, answer: value } })
  await Promise.all([answer('works'), answer('works')])
  await answer('works')
  await expect(answer('call')).rejects.toThrow('You have answered this already')
  expect(await notes()).toHaveLength(2)
  await pass(30 * 24 * HOUR)
  await expect(visitor.owner.open({ token: link })).rejects.toThrow('This link has expired')
  await expect(answer('works')).rejects.toThrow('This link has expired')
  const text = await say('Monday?')
  await staff.replies.ask(text)
  const last = await token()
  await staff.salons.update({ id, state: 'closed' })
  await expect(visitor.owner.open({ token: last })).rejects.toThrow('This link has expired')
  await expect(staff.replies.ask(await say('Tuesday?'))).rejects.toThrow('This salon is closed')
})

test('the page works without scripts, escapes what a client wrote, and opening it changes nothing', async () => {
  const salon = await askingSalon()
  const { staff, say, token, request, sql } = salon
  await staff.replies.ask(await say('<b>Fri</b> https://evil.example'))
  const link = await token()
  const page = await (await request(`/o/${link}`)).text()
  expect(page).toContain('“&lt;b&gt;Fri&lt;/b&gt; https://evil.example”')
  expect(page).not.toMatch(/<script|href="https:\/\/evil|<b>Fri/)
  const id = /name="id" value="([^"]+)"/.exec(page)?.[1] ?? ''
  await request(`/o/${link}/answer?id=${id}&answer=works`)
  expect(await sql`select answer from handovers`).toEqual([{ answer: null }])
  const answer = (words: string) => postForm(salon, `/o/${link}/answer`, { id, answer: 'other_time', words })
  const empty = await answer(' ')
  expect(empty.status).toBe(422)
  expect(empty.text).toContain('Please write what we should tell them')
  const done = await answer('4 <i>pm</i>')
  expect(done.text).toContain('Thank you. We tell the client.')
  expect(done.text).toContain('You answered: 4 &lt;i&gt;pm&lt;/i&gt;')
})

test('erasing a client removes the question and the texts to the owner; an export hides the link', async () => {
  const { staff, say, told, token, sql, env, clock } = await askingSalon()
  await staff.replies.ask(await say('Friday, like last time?'))
  await staff.replies.ask(await say('Me too?', '+447700900602'))
  const link = await token()
  const { held } = await exportPerson(sql, { phone: MARY, now: clock() })
  expect(held.handovers).toHaveLength(1)
  expect(JSON.stringify(held.messages)).toContain('asks: \\"Friday, like last time?\\" Answer: ')
  expect(JSON.stringify(held)).not.toMatch(/\/o\/[\w-]{22}/)
  await sql`update messages set status = 'sent' where status = 'sending'`
  await erase(sql, env, null, { phone: MARY, now: clock() })
  expect(await told()).toEqual(['Salonback for Glow: +44 7700 900602 asks: "Me too?" Answer: URL'])
  expect(await sql`select 1 from messages where phone = ${OWNER} and body like '%asks:%'`).toHaveLength(1)
  expect(await sql`select 1 from owner_messages where kind = 'handover'`).toHaveLength(1)
  expect(await sql`select phone from handovers`).toEqual([{ phone: '+447700900602' }])
  expect(link).toHaveLength(22)
})

test('the answer of the owner is passed on once, ten seconds after the key; until then it is taken back', async () => {
  const { app, staff, visitor, say, token, id, clock, sql } = await askingSalon()
  const text = await say('Is Friday 2pm free?')
  const ownerAnswer = async () => (await staff.replies.conversation({ id, number: MARY })).ownerAnswer
  const pass = async (ms: number) => {
    clock.advance(ms)
    await app.worker.round()
  }
  await expect(staff.replies.passOn(text)).rejects.toMatchObject({ status: 409 })
  await staff.replies.ask(text)
  const link = await token()
  const question = (await visitor.owner.open({ token: link })).handover?.questions[0]?.id ?? ''
  expect(await ownerAnswer()).toBe(null)
  await visitor.owner.answer({
    token: link,
    question: { id: question, answer: 'other_time', words: 'Friday 14:00 works' },
  })
  expect(await ownerAnswer()).toEqual({ messageId: text.messageId, words: 'Aoife says: Friday 14:00 works' })
  await staff.replies.passOn(text)
  expect(await ownerAnswer()).toBe(null)
  await staff.replies.passOn({ ...text, undo: true })
  await pass(11_000)
  expect(await textsOnHandset(sql, MARY)).toEqual([])
  const again = await Promise.allSettled([1, 2, 3].map(() => staff.replies.passOn(text)))
  expect(again.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect((await staff.replies.list({})).items).toHaveLength(1)
  await pass(11_000)
  expect(await textsOnHandset(sql, MARY)).toEqual(['Aoife says: Friday 14:00 works'])
  // It answers the conversation, as any reply does.
  expect((await staff.replies.list({})).items).toEqual([])
  await expect(staff.replies.passOn({ ...text, undo: true })).rejects.toMatchObject({ status: 409 })
})

test.each([
  ['works', 'Aoife says yes.'],
  ['call', null],
] as const)('the answer %s is passed on as %j', async (answer, words) => {
  const { staff, visitor, say, token, id } = await askingSalon()
  await staff.replies.ask(await say('Is Friday 2pm free?'))
  const link = await token()
  const question = (await visitor.owner.open({ token: link })).handover?.questions[0]?.id ?? ''
  await visitor.owner.answer({ token: link, question: { id: question, answer } })
  const { ownerAnswer } = await staff.replies.conversation({ id, number: MARY })
  expect(ownerAnswer?.words ?? null).toBe(words)
})
