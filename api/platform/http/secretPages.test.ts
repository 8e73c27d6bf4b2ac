import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { queueMail } from '../mail/queueMail.ts'
import { sendMails } from '../mail/sendMails.ts'

const TOKEN = 'A'.repeat(22)

const secret = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

const anywhere = 'https://evil.example'

/** Pages with a token in their address. A known `/m` token is put in for `known`. */
test.each([
  ['GET', `/o/${TOKEN}`],
  ['HEAD', `/o/${TOKEN}`],
  ['GET', `/o/${TOKEN}/statements/1`],
  ['GET', `/o/${TOKEN}/no/such/page`],
  ['POST', `/o/${TOKEN}/agree`],
  ['GET', `/b/${TOKEN}`],
  ['POST', `/b/${TOKEN}`],
  ['GET', `/b/${TOKEN}/nothing`],
  ['GET', `/j/${TOKEN}`],
  ['POST', `/j/${TOKEN}`],
  ['GET', '/join/glow'],
  ['POST', '/join/glow'],
  ['GET', '/join/glow/poster'],
  ['GET', '/m/known'],
  ['HEAD', '/m/known'],
  ['POST', '/m/known'],
  ['POST', '/m/known/on'],
  ['GET', `/m/${TOKEN}`],
  ['POST', `/m/${TOKEN}`],
  ['GET', `/m/${TOKEN}/nothing`],
  ['PUT', `/m/${TOKEN}`],
  ['GET', `/m/confirm/${TOKEN}`],
  ['POST', `/m/confirm/${TOKEN}`],
])('%s %s is kept nowhere, listed nowhere, and sends no address on', async (method, path) => {
  const app = await testApp()
  const { sql, deps, env, request } = app
  const content = { paragraphs: ['3 replies wait.'] }
  const mail = { kind: 'summary', to: 'aoife@glow.example', subject: 'Today', content } as const
  await queueMail(sql, deps, { ...mail, dedupeKey: 'summary:1', salonId: null })
  await sendMails(deps)
  const [kept] = await sql<{ body: string }[]>`select body from simulator.mails`
  const known = kept?.body.split(`${env.PUBLIC_URL}/m/`)[1]?.slice(0, 22) ?? ''
  const answer = await request(path.replace('known', known), { method })
  if (path.includes('known')) expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject(secret)
  const refused = await request(path, { method, headers: { origin: anywhere, host: 'evil.example' } })
  expect(Object.fromEntries(refused.headers)).toMatchObject(secret)
})

test('styles of these pages may be kept', async () => {
  const { request } = await testApp()
  const { headers } = await request('/o/owner.css')
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
})
