import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { type QueueMail, queueMail } from './queueMail.ts'
import { sendMails } from './sendMails.ts'

const mail: QueueMail = {
  kind: 'summary',
  to: 'aoife@glow.example',
  subject: 'Today',
  content: { paragraphs: ['3 replies wait.'] },
  dedupeKey: 'summary:1',
  salonId: null,
}

/** The service, and the path that turns off the kind of a mail. The simulated network kept the mail. */
async function scene(changes: Partial<QueueMail> = {}) {
  const app = await testApp()
  const { sql, deps, env } = app
  await queueMail(sql, deps, { ...mail, ...changes })
  await sendMails(deps)
  const [kept] = await sql<{ body: string }[]>`select body from simulator.mails`
  const [, token] = new RegExp(`${env.PUBLIC_URL}/m/([\\w-]{22})`).exec(kept?.body ?? '') ?? []
  return { ...app, kept, path: `/m/${token}` }
}

test('opening the link changes nothing, one click turns the kind off, another turns it on', async () => {
  const { sql, deps, request, path } = await scene()
  // Scanners open links.
  const page = await request(path)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(await page.text()).toContain('Turn off these emails?')
  expect(await queueMail(sql, deps, { ...mail, dedupeKey: 'waits' })).toBe('queued')

  const click = await request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(click.status).toBe(200)
  await sendMails(deps)
  expect(await sql`select state, problem from mails where dedupe_key = 'waits'`).toEqual([
    { state: 'canceled', problem: 'Turned off by the recipient' },
  ])
  const again = { ...mail, to: 'AOIFE@glow.example', dedupeKey: 'again' }
  expect(await queueMail(sql, deps, again)).toBe('turnedOff')
  expect(await queueMail(sql, deps, { ...again, kind: 'contact', dedupeKey: 'other' })).toBe('queued')
  await request(`${path}/on`, { method: 'POST' })
  expect(await queueMail(sql, deps, again)).toBe('queued')
})

test('an unknown link and the link of an owed kind turn nothing off', async () => {
  const { sql, request, kept } = await scene({ kind: 'statement' })
  expect(kept?.body).not.toContain('/m/')
  const [stored] = await sql<{ hash: Buffer }[]>`select off_hash as hash from mails`
  for (const token of ['x'.repeat(22), stored?.hash.toString('hex') ?? '']) {
    expect((await request(`/m/${token}`)).status).toBe(404)
    expect((await request(`/m/${token}`, { method: 'POST' })).status).toBe(404)
  }
  expect(await sql`select 1 from mail_turned_off`).toHaveLength(0)
})
