import type { SentLink } from '@salonback/shared/salons/salons/contract.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { makeSalon } from '../../testing/factories.ts'
import { ownerLink, postForm } from '../../testing/ownerLink.ts'
import { postJson } from '../../testing/postJson.ts'

const TEXT = '{salon}: Hi {firstName}, 20 % off until Sunday. {link}'
const DAY = 24 * 3_600_000

async function withSalon(settings: Record<string, string> = {}, salon: object = {}) {
  const app = await testApp(settings)
  const { id } = await makeSalon(app.sql, salon)
  return {
    ...app,
    id,
    /** Path of a new link. */
    link: async (purpose: SentLink) => (await ownerLink(app, id, purpose)).path,
    /** A version that waits for the owner, and the path of its link. */
    async sent(text = TEXT) {
      const { id: offerId } = await app.staff.offers.create({ id, text })
      return new URL((await app.staff.offers.send({ id, offerId })).url).pathname
    },
    post: (path: string, fields: Record<string, string>, headers?: Record<string, string>) =>
      postForm(app, path, fields, headers),
  }
}

/** Value of the hidden field. */
const shaIn = (page: string) => /name="sha256" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? ''

test('the owner agrees by a form without scripts', async () => {
  const { request, post, link, staff, id } = await withSalon()
  const path = await link('agree')
  const page = await (await request(path)).text()
  expect(page).toContain('Hello Aoife, here is what we agree')
  expect(page).toContain('30 %')
  expect(page).not.toContain('<script')
  const short = await post(`${path}/agree`, { name: 'A' })
  expect([short.status, short.text]).toEqual([422, expect.stringContaining('Please type your name')])
  const done = await post(`${path}/agree`, { name: 'Aoife Byrne' })
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('You have agreed.')])
  expect((await staff.salons.get({ id })).agreedBy).toBe('Aoife Byrne')
  for (const again of [await request(path), await request(`${path}/agree`, { method: 'POST' })])
    expect([410, 415]).toContain(again.status)
  const other = await post(`${path}/agree`, { name: 'Mallory' })
  expect(other.text).toContain('You agreed to this on 10 March 2026.')
})

test('the offer is approved from its page', async () => {
  const { request, post, sent, staff, id } = await withSalon()
  const path = await sent()
  const page = await (await request(path)).text()
  expect(page).toContain('Aoife Hair: Hi Aoife, 20 % off until Sunday.')
  expect(page).toContain('Tuesday to Saturday, 10:00 to 18:00')
  expect(page).toContain('Nothing now.')
  const done = await post(`${path}/approve`, { sha256: shaIn(page) })
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('The offer is approved.')])
  expect((await staff.offers.list({ id })).items[0]?.state).toBe('approved')
  const again = await request(path)
  expect(again.status).toBe(410)
  expect(await again.text()).toContain('You approved this offer on 10 March 2026.')
})

test('the page says how many clients may be texted and what a rebooking costs', async () => {
  const { request, sent, sql, id, clock, worker } = await withSalon({}, { feeBps: 2550 })
  const path = await sent()
  expect(await (await request(path)).text()).toContain('The clients on your list. We leave out')
  await worker.round()
  expect(await (await request(path)).text()).toContain('which we do not have yet')
  const [list] = await sql<[{ id: string }]>`
    insert into client_lists (salon_id, file_name, sha256, mapping, uploaded_by, created_at, as_of, declared_at)
    values (${id}, 'clients.csv', '', '{}', 'maya', now(), '2026-03-10', ${new Date(clock().getTime() + 1)}) returning id`
  await sql`
    insert into clients (salon_id, phone, list_id, added_by, created_at, last_visit)
    select ${id}, '+4477009' || n, ${list.id}, ${list.id}, now(), '2025-09-01' from generate_series(10000, 11233) n`
  await sql`
    insert into consent_events (salon_id, phone, at, kind, source, wording)
    select ${id}, '+4477009' || n, '2025-09-01', 'soft_opt_in', 'list', 'Told at the desk' from generate_series(10000, 11000) n`
  // The page does not check clients: the worker counts them after a new list.
  expect(await (await request(path)).text()).toContain('which we do not have yet')
  await worker.round()
  const page = await (await request(path)).text()
  expect(page).toContain('1,001 of the 1,234 clients on your list, as of 10 March 2026.')
  expect(page).toContain('25.5 % of the first visit')
})

test('approving an outdated offer shows the new text', async () => {
  const { request, post, sent, staff, id } = await withSalon()
  const path = await sent()
  const before = shaIn(await (await request(path)).text())
  await sent(`${TEXT} Hurry!`)
  const { status, text } = await post(`${path}/approve`, { sha256: before })
  expect(status).toBe(409)
  expect(text).toContain('The offer has changed. Please read the new text.')
  expect(text).toContain('Hurry!')
  expect((await staff.offers.list({ id })).items[0]?.state).toBe('with_owner')
  expect((await post(`${path}/approve`, { sha256: shaIn(text) })).status).toBe(200)
})

test('a note that is too long stays in its field with an error', async () => {
  const { request, post, sent, staff, id } = await withSalon()
  const path = await sent()
  const sha256 = shaIn(await (await request(path)).text())
  const note = 'x'.repeat(1001)
  const { status, text } = await post(`${path}/request-changes`, { sha256, note })
  expect([status, text]).toEqual([422, expect.stringContaining('At most 1000 characters')])
  expect(text).toContain(note)
  const done = await post(`${path}/request-changes`, { sha256, note: '15 %, please' })
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('send you a new link')])
  expect((await staff.offers.list({ id })).items[0]?.note).toBe('15 %, please')
})

test('names and texts are escaped', async () => {
  const { request, post, sent, link } = await withSalon({}, { name: '<b>Glow</b>', ownerName: '"><i>Aoife' })
  const evil = '<img src=x onerror=alert(1)>'
  const offer = await (await request(await sent(`{salon}: ${evil}`))).text()
  const typed = await post(`${await link('agree')}/agree`, { name: `"${evil}${'x'.repeat(100)}` })
  for (const page of [offer, typed.text]) {
    expect(page).toContain('&lt;img src=x')
    expect(page).not.toMatch(/<img|<b>|<i>/)
  }
})

test('a link for results says when no client waits for an answer', async () => {
  const { request, link } = await withSalon()
  const page = await request(await link('results'))
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('No clients are waiting for your answer.')
})

test('unknown and expired links are friendly pages with the way to a new link', async () => {
  const { request, post, link, clock } = await withSalon()
  const path = await link('agree')
  for (const unknown of ['/o/AAAAAAAAAAAAAAAAAAAAAA', `${path}x`, `${path}/other`, '/o/', '/o/%00']) {
    const page = await request(unknown)
    expect(page.status, unknown).toBe(404)
    expect(await page.text(), unknown).toContain('This link is not valid.')
  }
  expect((await post(`${path}/approve`, { sha256: '' })).status).toBe(404)
  clock.advance(14 * DAY)
  const expired = await request(path)
  const text = await expired.text()
  expect([expired.status, text]).toEqual([410, expect.stringContaining('This link has expired.')])
  expect(text).toContain('mailto:hello@salonback.com')
  expect(text).not.toContain('Aoife')
})

test('no answer is cached, indexed, framed, runs scripts or sends a Referer', async () => {
  const { request, link } = await withSalon()
  const path = await link('agree')
  const post = { method: 'POST', body: new URLSearchParams({ name: 'Aoife' }) }
  const answers = [
    await request(path),
    await request(path, { method: 'HEAD' }),
    await request('/o/AAAAAAAAAAAAAAAAAAAAAA'),
    await request(`${path}/agree`, { ...post, headers: { origin: 'https://evil.example' } }),
    await request(`${path}/agree`, post),
    await request(path),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 403, 200, 410])
  for (const { headers } of answers)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    })
})

test('forms of other sites, of another type or too large change nothing', async () => {
  const { request, post, link, staff, id, origin } = await withSalon()
  const path = `${await link('agree')}/agree`
  const name = 'Mallory'
  expect((await post(path, { name }, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await post(path, { name }, { origin: 'null' })).status).toBe(403)
  const body = new URLSearchParams({ name })
  const fromSibling = { method: 'POST', headers: { 'sec-fetch-site': 'same-site' }, body }
  expect((await request(path, fromSibling)).status).toBe(403)
  expect((await request(path, postJson({ name }, { origin }))).status).toBe(415)
  expect((await post(path, { name, filler: 'x'.repeat(17_000) })).status).toBe(413)
  expect((await staff.salons.get({ id })).agreedBy).toBeNull()
})

test('a token is in no log line', async () => {
  const { request, post, link, sql, logged } = await withSalon({ LOG_LEVEL: 'debug' })
  const path = await link('agree')
  const token = path.slice(3)
  await post(`${path}/agree`, { name: 'Aoife' }, { origin: 'https://evil.example' })
  await request(`/api/owner/${token}`, { headers: { origin: 'https://evil.example' } })
  await sql`alter table owner_links rename to owner_links_away`
  expect((await request(path)).status).toBe(500)
  expect((await request(`/api/owner/${token}`)).status).toBe(500)
  expect(logged.length).toBeGreaterThan(3)
  expect(logged.join('')).toContain('/o/…/agree')
  expect(logged.join('')).not.toContain(token)
})

test('style sheet and fonts load without a token', async () => {
  const { request } = await withSalon({ PUBLIC_POSTS_PER_MINUTE: '1' })
  const types = {
    'owner.css': /^text\/css/,
    'statement.css': /^text\/css/,
    'display.woff2': /^font\/woff2/,
    'text.woff2': /^font\/woff2/,
  }
  for (const [name, type] of Object.entries(types)) {
    const file = await request(`/o/${name}`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringMatching(type)])
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  }
})
