import type { InboundSms } from '@salonback/shared/core/inbox/conversation.ts'
import { describe, expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeProspect, makeText } from '../../testing/factories.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { SCAN } from './pages.ts'

type ReadAll = NonNullable<Parameters<App['staff']['inbox']['inboxPage']>[0]>

/** All pages from newest to oldest, running `between` after each. */
async function readAll({ staff }: App, wanted: ReadAll = {}, between = async () => {}) {
  const pages: InboundSms[][] = []
  for (let before: string | undefined; ; ) {
    const page = await staff.inbox.inboxPage({ ...wanted, ...(before && { before }) })
    pages.push(page.texts)
    if (page.next === null) return pages
    before = page.next
    await between()
  }
}

const bodies = (texts: InboundSms[]) => texts.map(({ body }) => body)

/** Inserts received texts: `text 1` is the newest; four share each microsecond. */
const fill = ({ sql }: App, count: number) => sql`
  insert into messages (direction, kind, phone, our_number, body, created_at, status, processed, intent)
  select 'inbound', 'inbound', ${fictional(1)}, ${fictional(100)}, 'text ' || n,
    timestamptz '2026-03-10 10:00Z' - (n / 4) * interval '1 microsecond', 'received', n % 10 <> 0, 'unclear'
  from generate_series(${count}::int, 1, -1) n`

test('paging returns each text once in order while new texts arrive', async () => {
  const app = await testApp()
  await fill(app, 40)
  const whole = await app.staff.inbox.inbound()
  let come = 0
  const pages = await readAll(app, { limit: 7 }, async () => {
    await textFrom(app.origin, fictional(2), `new ${++come}`)
  })
  expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 7, 7, 5])
  expect(pages.flat()).toEqual(whole)
  expect(come).toBe(5)
  const { texts } = await app.staff.inbox.inboxPage({ limit: 3 })
  expect(bodies(texts)).toEqual(['new 5', 'new 4', 'new 3'])
  expect((await app.staff.inbox.inboxPage({ limit: 45 })).next).toBeNull()
})

test('erasing a text while scrolling does not end the list', async () => {
  const app = await testApp()
  await fill(app, 20)
  const pages = await readAll(app, { limit: 5 }, async () => {
    await app.sql`delete from messages where body in ('text 5', 'text 6', 'text 10')`
  })
  const all = Array.from({ length: 20 }, (_, n) => `text ${n + 1}`)
  expect(bodies(pages.flat())).toEqual(all.filter((body) => !/ (6|10)$/.test(body)))
})

test('filters page correctly and counts match the rows', async () => {
  const app = await testApp()
  const { sql, staff, origin } = app
  await fill(app, 40)
  await textFrom(origin, fictional(3), 'STOP')
  await textFrom(origin, fictional(4), 'please stop texting me')
  await makeText(sql, { phone: fictional(5), status: 'unknown' })
  const review = (await readAll(app, { filter: 'review', limit: 1 })).flat()
  expect(bodies(review)).toEqual(['please stop texting me', 'text 10'])
  const optOuts = (await readAll(app, { filter: 'optout', limit: 1 })).flat()
  expect(bodies(optOuts)).toEqual(['please stop texting me', 'STOP'])
  expect((await readAll(app, { filter: 'processed', limit: 10 })).flat()).toHaveLength(37)
  const counts = { all: 42, review: 6, optout: 2, processed: 37 }
  expect(await staff.inbox.inboxCounts()).toEqual(counts)
  await staff.inbox.setProcessed({ id: review[1]?.id ?? '', processed: true })
  expect(await staff.inbox.inboxCounts()).toEqual({ ...counts, review: 5, processed: 38 })
  await sql`update messages set processed = true where phone = ${fictional(1)}`
  expect(await staff.inbox.inboxCounts()).toEqual({ ...counts, review: 2, processed: 41 })
})

describe('what needs review', () => {
  /** Five texts of three numbers that wait, named by number and order, and one that is processed. */
  async function openWaiting() {
    const app = await testApp()
    const texts = ['7 first', '8 first', '7 second', '9 first', '8 second'] as const
    for (const [n, body] of texts.entries()) await receive(app, body, n)
    await app.sql`update messages set processed = true where body = '8 first'`
    return app
  }
  const receive = ({ sql }: App, body: string, minute: number) => {
    const text = { phone: fictional(Number(body[0])), createdAt: new Date(Date.UTC(2026, 2, 10, 10, minute)) }
    return makeText(sql, { ...text, body, direction: 'inbound', intent: 'unclear' })
  }
  const asked = { filter: 'review', limit: 1 } as const

  test.each([
    ['waiting', ['7 second', '9 first', '8 second']],
    ['newest', ['8 second', '9 first', '7 second']],
  ] as const)('%s order: each conversation is listed once, with its last text', async (order, expected) => {
    const app = await openWaiting()
    const review = (await readAll(app, { ...asked, order })).flat()
    expect(bodies(review)).toEqual(expected)
    const waiting = { texts: 2, since: '2026-03-10T10:00:00.000Z' }
    expect(review.find(({ body }) => body === '7 second')).toMatchObject({ waiting })
    expect(await app.staff.inbox.inboxCounts()).toMatchObject({ review: 4 })
    expect(await app.staff.metrics.sms()).toMatchObject({ needsReview: 4 })
  })

  test('a text that arrives while scrolling neither repeats nor hides a conversation', async () => {
    const app = await openWaiting()
    let minute = 30
    const pages = await readAll(app, { ...asked, order: 'waiting' }, async () => {
      await receive(app, '7 again', minute++)
    })
    expect(bodies(pages.flat())).toEqual(['7 second', '9 first', '8 second'])
  })

  test('a search finds a conversation by any text of it that waits', async () => {
    const app = await openWaiting()
    const search = async (words: string) =>
      bodies((await app.staff.inbox.inboxPage({ ...asked, search: words })).texts)
    expect(await search('7 first')).toEqual(['7 second'])
    expect(await search('8 first')).toEqual([])
  })
})

test('a search finds text, business names and numbers, and escapes wildcards', async () => {
  const app = await testApp()
  const { sql, staff } = app
  await makeProspect(sql, { name: 'Bloom & Coiffé', phone: fictional(7) })
  const inbound = (phone: string, body: string) =>
    makeText(sql, { phone, body, direction: 'inbound', intent: 'unclear' })
  await inbound(fictional(7), 'Is it FREE?')
  await inbound(fictional(8), '100% sure_thing \\o/')
  const found = async (search: string) => bodies((await staff.inbox.inboxPage({ search })).texts)
  const words = ['is it free', 'bloom', 'COIFFE', 'coiffé']
  for (const search of [...words, '07700 900007', '+44 7700 900007', '900007'])
    expect(await found(search), search).toEqual(['Is it FREE?'])
  for (const search of ['0%', 'e_t', '\\o', ' SURE ', '\0sure'])
    expect(await found(search), search).toEqual(['100% sure_thing \\o/'])
  for (const search of ['%', '_', '\\']) expect(await found(search), search).toHaveLength(1)
  expect(await found('nobody')).toEqual([])
  expect(await found('')).toHaveLength(2)
})

test('a search scans a bounded number of texts per page and returns a cursor', async () => {
  const app = await testApp()
  await fill(app, 2 * SCAN + 100)
  const needle = `text ${2 * SCAN + 50}`
  const pages = await readAll(app, { search: needle })
  expect(pages.map(bodies)).toEqual([[], [], [needle]])
  const common = await app.staff.inbox.inboxPage({ search: 'text', limit: 3 })
  expect(bodies(common.texts)).toEqual(['text 1', 'text 2', 'text 3'])
})

test('the full list streams without holding a connection', async () => {
  const app = await testApp()
  await fill(app, 6000)
  const answer = await app.staffRequest('/api/admin/inbound-sms')
  expect(answer.headers.get('etag')).toBeNull()
  const all = (await answer.json()) as InboundSms[]
  expect(bodies(all)).toEqual(Array.from({ length: 6000 }, (_, n) => `text ${n + 1}`))
  expect(bodies(await app.staff.inbox.inbound({ limit: 2 }))).toEqual(['text 1', 'text 2'])
})
