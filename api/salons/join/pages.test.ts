import { joinWording } from '@salonback/shared/salons/join/wording.ts'
import { expect, test } from 'vitest'
import { fictional, scattered } from '../../testing/factories.ts'
import { joinApp } from '../../testing/joins.ts'

const PHONE = '+447400100123'
const DAY = 24 * 3_600_000

test('the form shows the exact sentence beside an empty box, without scripts or caching', async () => {
  const { request, salon } = await joinApp()
  const response = await request(`/join/${salon.slug}`)
  const page = await response.text()
  expect(page).toContain(joinWording({ name: 'Glow &amp; Co.', country: 'GB' }))
  expect(page).toMatch(/<input[^>]*type="checkbox"/)
  expect(page).not.toMatch(/checked|<script/)
  expect(page).toContain('text JOIN to')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

test.each<[string, Record<string, string>, string]>([
  ['no box', { agree: '' }, 'Please tick the box if you agree'],
  ['no number', { phone: ' ' }, 'Please type your mobile number'],
  ['no phone number', { phone: 'hello' }, 'Please type a mobile number that can get texts'],
  ['a landline', { phone: '020 7946 0018' }, 'Please type a mobile number that can get texts'],
  ['another wording', { wording: '2020-01-01' }, 'Please read it again'],
])('with %s nothing is stored and what was typed is kept', async (_, fields, message) => {
  const { ask, sql } = await joinApp()
  const response = await ask('07400 100123', { firstName: '"Orla"', ...fields })
  const page = await response.text()
  expect([response.status, page]).toEqual([422, expect.stringContaining(message)])
  expect(page).toContain('value="&quot;Orla&quot;"')
  expect(page).not.toContain('checked')
  expect(await sql`select 1 from join_requests`).toHaveLength(0)
})

test('the answer is the same for known, opted-out and foreign numbers, and over the budget', async () => {
  const { ask, textTo, salon, sql, other } = await joinApp({ PUBLIC_TEXTS_PER_HOUR: '12' })
  await textTo(salon, scattered(1), 'STOP')
  await textTo(salon, scattered(2), 'JOIN')
  const answers = new Set<string>()
  const numbers = [3, 3, 1, 2, 4, 5, 6].map(scattered)
  for (const phone of [...numbers, '+4915123456789']) {
    const response = await ask(phone, { to: other })
    expect(response.status).toBe(200)
    answers.add((await response.text()).replace(phone, 'NUMBER'))
  }
  expect(answers.size).toBe(1)
  expect(await sql`select 1 from join_requests`).toHaveLength(2)
})

test('a number gets one confirmation of each salon in 24 hours', async () => {
  const { ask, received, other, clock } = await joinApp()
  clock.set(new Date('2026-03-10T23:30:00Z'))
  await Promise.all(Array.from({ length: 10 }, () => ask(PHONE)))
  await ask(PHONE, { to: other })
  expect(await received(PHONE)).toHaveLength(2)
  clock.advance(DAY - 60_000)
  await ask(PHONE)
  expect(await received(PHONE)).toHaveLength(2)
  clock.advance(60_000)
  await ask(PHONE)
  expect(await received(PHONE)).toHaveLength(3)
})

test('strangers at one salon leave the budget to other salons and to leads', async () => {
  const { ask, other, visitor, sql, salon } = await joinApp({ PUBLIC_TEXTS_PER_HOUR: '30' })
  await Promise.all(Array.from({ length: 40 }, (_, n) => ask(scattered(n))))
  await ask(scattered(50), { to: other })
  await visitor.leads.submit({ mobileNumber: scattered(51) })
  const counts = await sql`
    select kind, salon_id, count(*)::int from messages group by 1, 2 order by kind, salon_id = ${salon.id} desc`
  expect(counts).toEqual([
    { kind: 'confirmation', salonId: salon.id, count: 5 },
    { kind: 'confirmation', salonId: other.id, count: 1 },
    { kind: 'details', salonId: null, count: 1 },
  ])
})

test('unusual runs of numbers stop the texts of join pages', async () => {
  const { ask, sql } = await joinApp({ PUBLIC_TEXTS_PER_HOUR: '600' })
  for (let n = 0; n < 10; n++) await ask(fictional(n))
  expect(await sql`select 1 from messages where kind = 'confirmation'`).toHaveLength(5)
})

test('unknown and closed salons, and those without a number, have a friendly page', async () => {
  const { request, post, staff, salon, other, sql } = await joinApp()
  await staff.salons.update({ id: other.id, state: 'closed' })
  await sql`update senders set salon_id = null where salon_id = ${salon.id}`
  for (const slug of ['unknown', other.slug, salon.slug, '%F0%9F%92%87']) {
    for (const path of [`/join/${slug}`, `/join/${slug}/poster`, `/join/${slug}/confirm/AAAAAAAAAAAAAAAA`]) {
      const response = await request(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.text()).toContain('<h1>')
    }
    expect((await post(`/join/${slug}`, { phone: PHONE, agree: 'yes' })).status).toBe(404)
  }
  for (const path of ['/join', '/join/', '/j/AAAAAAAAAAAAAAAA', '/j'])
    expect((await request(path)).status).toBe(404)
})

test('a form of another site, another type or too many requests are refused', async () => {
  const { ask, request, salon, origin } = await joinApp({ PUBLIC_POSTS_PER_MINUTE: '3' })
  expect((await ask(PHONE, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
  const json = { method: 'POST', headers: { origin, 'content-type': 'application/json' }, body: '{}' }
  expect((await request(`/join/${salon.slug}`, json)).status).toBe(415)
  await ask(PHONE)
  await ask(PHONE)
  const refused = await ask(PHONE)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.any(String)])
  // Guesses of tokens count too.
  expect((await request('/j/AAAAAAAAAAAAAAAA')).status).toBe(429)
  expect((await request(`/join/${salon.slug}`)).status).toBe(200)
})

test('the poster has a code, the number and the sentence', async () => {
  const { request, salon } = await joinApp()
  const response = await request(`/join/${salon.slug}/poster`)
  const page = await response.text()
  expect(page).toContain('<svg')
  expect(page).toContain('By texting JOIN to 07700 900800 you agree that Glow &amp; Co.')
  expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect((await request('/join/poster.css')).headers.get('content-type')).toContain('text/css')
})
