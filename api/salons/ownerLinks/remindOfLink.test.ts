import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { tokenOf } from '../../testing/ownerLink.ts'
import { later } from '../../testing/salons.ts'

test('a link that was texted and not opened is texted again, not replaced', async () => {
  const app = await testApp()
  const { id } = await app.staff.salons.create(salonDetails({ name: 'Glow' }))
  const send = (purpose: 'home' | 'agree') => app.staff.salons.createLink({ id, purpose, text: true })
  const first = await send('home')
  await later(app, 1)
  expect(await send('home')).toEqual(first)
  expect((await send('agree')).url).not.toBe(first.url)
  const texts = await app.sql<{ body: string }[]>`
    select body from messages where dedupe_key like 'link:%' order by created_at, seq limit 2`
  expect(texts[1]?.body).toMatch(/^Salonback for Glow, a reminder: your page/)
  expect(texts.map(({ body }) => body.includes(first.url))).toEqual([true, true])
  await app.visitor.owner.open({ token: tokenOf(first.url) })
  await later(app, 1)
  // Opened, so the owner may have lost it.
  expect((await send('home')).url).not.toBe(first.url)
})
