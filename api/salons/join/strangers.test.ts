import { expect, test } from 'vitest'
import { scattered } from '../../testing/factories.ts'
import { joinApp } from '../../testing/joins.ts'
import { keepSession, readySalon } from '../../testing/salons.ts'

const HOUR = 3_600_000

/** What strangers and the person do, and how many texts the number got from each salon; `-`: the agency. */
const cases: [name: string, steps: string, texts: string][] = [
  // First, so that its text is the next to be sent.
  ['a confirmed page leaves room for one', 'ask 0, click, ask 1, ask 2, ask 3', '0 1 2'],
  ['the pages of all salons', 'ask 0, ask 1, ask 2, ask 3, ask 4, ask 0', '0 1'],
  ['pages over a day', 'ask 0, hours 8, ask 1, hours 8, ask 2, hours 7, ask 3', '0 1'],
  ['pages of the next day', 'ask 0, ask 1, ask 2, hours 25, ask 3, ask 4, ask 2', '0 1 3 4'],
  ['a day from the first text, not until midnight', 'ask 0, hours 20, ask 1, hours 5, ask 2, ask 3', '0 1 2'],
  ['a lead, then pages', 'lead, ask 0, ask 1, ask 2', '- 0'],
  ['pages, then a lead', 'ask 0, ask 1, lead', '0 1'],
  ['an answer by text leaves room for two', 'ask 0, ask 1, ask 2, text 0, ask 3, ask 4', '0 1 3 4'],
  ['an old answer leaves no room', 'text 0, hours 1, ask 0, ask 1, ask 2', '0 1'],
  ['JOIN by text is always answered', 'ask 0, ask 1, join 2, join 3, join 4', '0 1 2 3 4'],
]

test('a number that does not answer gets two texts a day, whatever forms strangers fill in', async () => {
  const app = await joinApp()
  const { sql, ask, textTo, visitor, confirmPathFor, post, clock } = app
  const salons = [app.salon, app.other]
  for (const name of ['Three', 'Four', 'Five'])
    salons.push({ ...(await readySalon(app, name)), slug: name.toLowerCase() })
  const run = async (phone: string, name: string, to = app.salon) => {
    if (name === 'ask') await ask(phone, { to })
    if (name === 'lead') await visitor.leads.submit({ mobileNumber: phone })
    if (name === 'text') await textTo(to, phone, 'Hello, who is this?')
    if (name === 'join') await textTo(to, phone, 'JOIN')
    if (name === 'click') await post(await confirmPathFor(phone))
  }
  for (const [n, [name, steps, texts]] of cases.entries()) {
    const phone = scattered(n)
    for (const step of steps.split(', ')) {
      const [word = '', at] = step.split(' ')
      if (word === 'hours') clock.advance(Number(at) * HOUR)
      else await run(phone, word, salons[Number(at ?? 0)])
      clock.advance(1000)
    }
    const rows = await sql<{ salonId: string | null }[]>`
      select salon_id from messages where direction = 'outbound' and phone = ${phone} order by created_at`
    const from = rows.map(({ salonId }) => (salonId ? salons.findIndex(({ id }) => id === salonId) : '-'))
    expect([name, from.join(' ')]).toEqual([name, texts])
    clock.advance(25 * HOUR)
  }
  const parallel = scattered(cases.length)
  await Promise.all(salons.map((to) => run(parallel, 'ask', to)))
  expect(await sql`select 1 from messages where phone = ${parallel}`).toHaveLength(2)
  // The second case of a lead waits for staff.
  await keepSession(app)
  const waiting = (await app.staff.leads.list()).flatMap(({ withheld }) => withheld ?? [])
  expect(waiting).toEqual(['budget'])
})

test('the page answers the same when it sends nothing', async () => {
  const { ask, salon, sql, other } = await joinApp()
  await ask(scattered(1), { to: other })
  const bodies: string[] = []
  for (const phone of [scattered(1), scattered(1), scattered(2)])
    bodies.push((await (await ask(phone, { to: salon })).text()).replaceAll(phone, 'number'))
  expect(new Set(bodies).size).toBe(1)
  expect(await sql`select 1 from messages`).toHaveLength(3)
})
