import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { makeText } from '../../testing/factories.ts'

const PHONE = '+447700900611'
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const html = Buffer.from('<script>alert(1)</script>').toString('base64')

/** The service with a text with these files; the sender declared them as PNG. */
async function received(...files: string[]) {
  const app = await testApp()
  const media = files.map((data) => ({ contentType: 'image/png', data }))
  const sent = await app.staffRequest(`/dev/phones/api/handsets/${encodeURIComponent(PHONE)}/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.origin },
    body: JSON.stringify({ body: 'Look', media }),
  })
  expect(sent.status).toBe(201)
  const { messages } = await app.staff.inbox.conversation({ number: PHONE })
  return { ...app, id: messages[0]?.id ?? '' }
}

test('a picture is returned as JSON, which no browser renders as a page', async () => {
  const { staff, staffRequest, id } = await received(pixel)
  expect(await staff.inbox.picture({ id, index: 0 })).toEqual({ type: 'image/png', data: pixel })
  const { headers } = await staffRequest(`/api/admin/texts/${id}/pictures/0`)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/json',
    'content-disposition': 'attachment; filename="picture.json"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
  })
})

test('an HTML page that the sender declared as a picture is refused by its bytes', async () => {
  const { staff, id } = await received(html)
  await expect(staff.inbox.picture({ id, index: 0 })).rejects.toThrow(/^415: /)
})

test('only files of received texts are fetched', async () => {
  const { staff, sql, id } = await received(pixel)
  const sent = await makeText(sql, { phone: PHONE, sid: `MM${'3'.repeat(32)}` })
  for (const asked of [
    { id, index: 1 },
    { id: sent.id, index: 0 },
    { id: '5d6ff7a0-0000-4000-8000-000000000001', index: 0 },
  ])
    await expect(staff.inbox.picture(asked)).rejects.toThrow(/^404: /)
})

test('a text that the carrier deleted has no picture any more', async () => {
  const { staff, sql, id } = await received(pixel)
  await sql`update simulator.texts set listed = false`
  await expect(staff.inbox.picture({ id, index: 0 })).rejects.toThrow(/^404: .*no longer has/)
})

test('an unreachable carrier is an error that can be tried again', async () => {
  const { staff, id, sql } = await received(pixel)
  await sql`drop table simulator.media`
  await expect(staff.inbox.picture({ id, index: 0 })).rejects.toThrow(/^502: /)
})
