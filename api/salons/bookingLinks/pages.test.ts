import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { copiedWorld } from '../../testing/app.ts'
import { keepSession, salonWithOffer } from '../../testing/salons.ts'

const PHONE = '+447700900600'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const IMESSAGE =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0'
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** A salon with a campaign that has texted Mary a link; `path` is the path of that link. */
const linked = copiedWorld(async (app) => {
  const { salon, offerId } = await salonWithOffer(app, [PHONE])
  await app.staff.campaigns.start({ id: salon.id, offerId, perDay: 10 })
  const [text] = await app.sql<[{ body: string }]>`select body from messages where kind = 'offer'`
  return { id: salon.id, path: /\/b\/[a-z2-9]{10}/.exec(text.body)?.[0] ?? '' }
})

async function withLink(settings: Record<string, string> = {}) {
  const { app, id, path } = await linked(settings)
  return {
    ...app,
    id,
    path,
    open: (headers: Record<string, string> = {}, method = 'GET') =>
      app.request(path, { method, redirect: 'manual', headers: { 'user-agent': IPHONE, ...headers } }),
    ask: (headers: Record<string, string> = {}) =>
      app.request(`${path}/call`, { method: 'POST', headers: { origin: app.origin, ...headers } }),
    link: async () => (await app.sql`select clicked_at, call_requested_at, called_at from invitations`)[0],
    withoutBookingPage: (businessPhone: string | null = '+442079460123') =>
      app.staff.salons.update({ id, bookingUrl: null, businessPhone }),
  }
}

test('a link forwards to the booking page of the salon and counts the first click', async () => {
  const { open, link, clock } = await withLink()
  const first = clock()
  const response = await open()
  expect([response.status, response.headers.get('location')]).toEqual([302, 'https://book.example/aoife'])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  clock.advance(60_000)
  expect((await open()).status).toBe(302)
  expect((await link())?.clickedAt).toEqual(first)
})

test.each([
  ['HEAD', {}, 'HEAD'],
  ['a prefetch', { 'sec-purpose': 'prefetch;prerender' }, 'GET'],
  ['a prefetch of an older browser', { purpose: 'prefetch' }, 'GET'],
  ['a prefetch of Firefox', { 'x-moz': 'prefetch' }, 'GET'],
  ['a preview of WhatsApp', { 'user-agent': 'WhatsApp/2.24.20.89 A' }, 'GET'],
  ['a preview of iMessage', { 'user-agent': IMESSAGE }, 'GET'],
  ['a search engine', { 'user-agent': GOOGLE }, 'GET'],
  ['a script', { 'user-agent': 'curl/8.5.0' }, 'GET'],
  ['no browser', { 'user-agent': '' }, 'GET'],
])('%s is forwarded and does not count', async (_name, headers, method) => {
  const { open, link } = await withLink()
  const response = await open(headers, method)
  expect([response.status, response.headers.get('location')]).toEqual([302, 'https://book.example/aoife'])
  expect((await link())?.clickedAt).toBeNull()
})

test('the link leads only to the stored address, and only to https', async () => {
  const { request, path, sql } = await withLink()
  const to = async (query = '') =>
    (await request(path + query, { redirect: 'manual' })).headers.get('location')
  expect(await to('?url=https://evil.example&next=//evil.example')).toBe('https://book.example/aoife')
  await sql`update salons set booking_url = 'https://book.example/büro?a=1#b'`
  expect(await to()).toBe('https://book.example/b%C3%BCro?a=1#b')
  for (const url of ['http://book.example', 'javascript:alert(1)', 'https://']) {
    await sql`update salons set booking_url = ${url}`
    expect([(await request(path)).status, await to()], url).toEqual([200, null])
  }
})

test('a salon without a booking page shows its number and takes one request for a call', async () => {
  const { open, ask, link, clock, staff, id, withoutBookingPage } = await withLink()
  await withoutBookingPage()
  const page = await (await open()).text()
  expect(page).toContain('href="tel:+442079460123"')
  expect(page).toContain('Ask to be called')
  expect(page).toContain('Or ask the salon to call you')
  expect(page).not.toContain('<script')
  const asked = clock()
  const done = await ask()
  expect(done.status).toBe(200)
  expect(await done.text()).toContain('Aoife Hair will call you.')
  clock.advance(60_000)
  await ask()
  expect(await link()).toMatchObject({ clickedAt: asked, callRequestedAt: asked })
  expect(await (await open()).text()).not.toContain('<form')
  expect(await staff.salons.get({ id })).toMatchObject({
    nextStep: '1 client asks to be called',
    counts: { callsWaiting: 1 },
  })
})

test('staff see who asked and mark the call as done', async () => {
  const { open, ask, link, clock, staff, id, sql, withoutBookingPage } = await withLink()
  await withoutBookingPage(null)
  expect(await (await open()).text()).toContain('<p>Ask the salon to call you')
  await ask()
  const [request] = await staff.bookingLinks.listCallRequests({ id })
  expect(request).toMatchObject({ firstName: 'Mary', phone: PHONE, requestedAt: clock().toISOString() })
  const done = { id, requestId: request?.id ?? '' }
  const other = await staff.salons.create(salonDetails({ name: 'Other' }))
  await expect(staff.bookingLinks.markCalled({ ...done, id: other.id })).rejects.toThrow(/^404/)
  expect(await staff.bookingLinks.markCalled(done)).toEqual([])
  expect(await link()).toMatchObject({ calledAt: clock() })
  expect((await staff.salons.get({ id })).counts.callsWaiting).toBe(0)
  expect(await sql`select actor, subject from audit_log where action = 'client.called'`).toEqual([
    { actor: 'maya', subject: request?.id },
  ])
})

test('forms of other sites change nothing', async () => {
  const { ask, link } = await withLink()
  expect((await ask({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask({ origin: 'null' })).status).toBe(403)
  expect((await link())?.callRequestedAt).toBeNull()
})

test('unknown tokens get a friendly page and count against the limit; past it no link opens', async () => {
  const { request, open, clock } = await withLink({ PUBLIC_POSTS_PER_MINUTE: '6' })
  for (const path of ['/b/aaaaaaaaaa', '/b/short', '/b/their-link', '/b/%00', '/b/aaaaaaaaaa%0a']) {
    const page = await request(path)
    expect(page.status, path).toBe(404)
    expect(await page.text(), path).toContain('This link is not valid.')
    expect(page.headers.get('cache-control')).toBe('no-store')
  }
  // Known ones do not count.
  for (let n = 0; n < 10; n++) expect((await open()).status).toBe(302)
  expect((await request('/b/aaaaaaaaab')).status).toBe(404)
  for (const response of [await request('/b/aaaaaaaaac'), await open()]) {
    expect([response.status, response.headers.get('location')]).toEqual([429, null])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  clock.advance(60_000)
  expect((await open()).status).toBe(302)
})

test('a link works while the salon is paused and after the campaign, and ends with the salon', async () => {
  const { open, ask, staff, id, sql, clock } = await withLink()
  await sql`update campaigns set state = 'finished'`
  await sql`update salons set state = 'paused'`
  clock.advance(300 * 24 * 3_600_000)
  expect((await open()).status).toBe(302)
  await keepSession({ sql, clock })
  await staff.salons.update({ id, state: 'closed' })
  for (const response of [await open(), await ask()]) {
    expect(response.status).toBe(410)
    expect(await response.text()).toContain('This link no longer works.')
  }
})

test('names are escaped', async () => {
  const { open, ask, sql } = await withLink()
  await sql`update salons set name = '<b>Glow</b>', booking_url = null, business_phone = '"><i>1'`
  for (const response of [await open(), await ask()]) expect(await response.text()).not.toMatch(/<b>|<i>/)
})

test('a token is in no log line', async () => {
  const { open, ask, path, sql, logged } = await withLink({ LOG_LEVEL: 'debug' })
  await ask({ origin: 'https://evil.example' })
  await sql`alter table invitations rename to invitations_away`
  expect((await open()).status).toBe(500)
  expect(logged.join('')).toContain('/b/…')
  expect(logged.join('')).not.toContain(path.slice(3))
})
