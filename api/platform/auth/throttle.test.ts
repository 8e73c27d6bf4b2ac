import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { postJson } from '../../testing/postJson.ts'

const MINUTE = 60_000

const right = 'correct horse'

const login = (app: App, username: string, password: string, headers: Record<string, string> = {}) =>
  app.request('/api/admin/login', postJson({ username, password }, headers))

const from = (address: string) => ({ 'x-forwarded-for': address })

/** Logs in and returns only the device cookie. A browser has the same one after its session has ended. */
async function knownBrowser(app: App, username = 'maya', password = right) {
  const answer = await login(app, username, password, from('192.0.2.1'))
  expect(answer.status).toBe(200)
  return deviceCookie(answer)
}

function deviceCookie({ headers }: Response): string {
  const [, cookie] = /^(salonback_device=[^;]*)/m.exec(headers.getSetCookie().join('\n')) ?? []
  if (!cookie) throw new Error('no device cookie')
  return cookie
}

/** Statuses of guesses at one account, each from a different address. */
async function guessFromEverywhere(app: App, count: number, username = 'maya') {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 20) {
    const some = Array.from({ length: Math.min(20, count - n) }, async (_, i) => {
      const address = `198.51.${Math.floor((n + i) / 250)}.${(n + i) % 250}`
      return (await login(app, username, `guess number ${n + i}`, from(address))).status
    })
    statuses.push(...(await Promise.all(some)))
  }
  return statuses
}

const counted = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

test('of 300 guesses from 300 addresses ten are checked; a known browser still logs in', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  const cookie = await knownBrowser(app)
  const statuses = await guessFromEverywhere(app, 300)
  expect(counted(statuses, 401)).toBeLessThanOrEqual(10)
  expect(counted(statuses, 401) + counted(statuses, 429) + counted(statuses, 503)).toBe(300)
  const known = await login(app, 'maya', right, { ...from('198.51.0.7'), cookie })
  expect(known.status).toBe(200)
  expect((await login(app, 'maya', right, from('203.0.113.9'))).status).toBe(429)
})

test('after ten failures the wait doubles up to 15 minutes', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  for (let n = 0; n < 10; n++) {
    expect((await login(app, 'maya', `guess ${n}`, from(`198.51.100.${n}`))).status).toBe(401)
  }
  const waits: number[] = []
  for (let n = 10; n < 17; n++) {
    const refused = await login(app, 'maya', 'guess', from(`198.51.100.${n}`))
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    waits.push(wait)
    app.clock.advance(wait * 1000)
    expect((await login(app, 'maya', 'guess', from(`198.51.100.${n}`))).status).toBe(401)
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900])
})

test('an unknown name is throttled the same way', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  const answers: Record<string, unknown[]> = {}
  for (const name of ['maya', 'nobody']) {
    const seen = []
    for (let n = 0; n < 12; n++) {
      const answer = await login(app, name, 'guess', from(`198.51.100.${n}`))
      seen.push([answer.status, answer.headers.get('retry-after'), await answer.text()])
    }
    answers[name] = seen
  }
  expect(answers.nobody).toEqual(answers.maya)
})

test('a known browser has a separate limited allowance', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  const cookie = await knownBrowser(app)
  for (let n = 0; n < 10; n++) {
    expect((await login(app, 'maya', 'guess', { ...from('192.0.2.1'), cookie })).status).toBe(401)
  }
  const refused = await login(app, 'maya', right, { ...from('192.0.2.1'), cookie })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('30')
  expect((await login(app, 'maya', right, from('192.0.2.1'))).status).toBe(200)
})

test('failures at a shared address do not lock a known browser', async () => {
  const app = await testApp()
  const cookie = await knownBrowser(app)
  for (let n = 0; n < 5; n++) expect((await login(app, 'maya', 'guess')).status).toBe(401)
  expect((await login(app, 'maya', right)).status).toBe(429)
  expect((await login(app, 'maya', right, { cookie })).status).toBe(200)
})

test.each([
  ['an untrusted proxy', {}],
  ['a proxy without headers', { PUBLIC_URL: 'https://salonback.example' }],
  ['an untrusted network of proxies', { TRUST_PROXY: '10.0.0.0/8' }],
])('behind %s five failures do not lock the account', async (_, settings: Record<string, string>) => {
  const app = await testApp(settings)
  const at = (address: string) => (settings.PUBLIC_URL ? {} : from(address))
  for (let n = 0; n < 5; n++) expect((await login(app, 'maya', 'guess', at('198.51.100.1'))).status).toBe(401)
  expect((await login(app, 'maya', right, at('203.0.113.5'))).status).toBe(200)
})

test('a flood of names from one address does not lock a known browser', async () => {
  const app = await testApp()
  const cookie = await knownBrowser(app)
  for (let n = 0; n < 61; n++) await login(app, `name ${n}`, 'guess')
  expect((await login(app, 'maya', right)).status).toBe(429)
  expect((await login(app, 'maya', right, { cookie })).status).toBe(200)
})

test('the device cookie is HttpOnly and valid for its account only', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  const answer = await login(app, 'maya', right, from('192.0.2.1'))
  const line = answer.headers.getSetCookie().find((one) => one.startsWith('salonback_device=')) ?? ''
  expect(line).toMatch(/^salonback_device=[\w-]{43}; Max-Age=\d{8}; /)
  for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(line).toContain(part)
  const cookie = line.split(';')[0] as string
  const kept = JSON.stringify(await app.sql`select * from known_devices`)
  expect(kept).not.toContain(cookie.split('=')[1])
  expect((await app.request('/api/admin/me', { headers: { cookie } })).status).toBe(401)
  await guessFromEverywhere(app, 15, 'nobody')
  expect((await login(app, 'nobody', 'guess', { ...from('203.0.113.7'), cookie })).status).toBe(429)
})

test('a browser can know two accounts', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  await app.sql`insert into admins (username, password_hash)
    select 'zoe', password_hash from admins where username = 'maya'`
  const first = await knownBrowser(app)
  const answer = await login(app, 'zoe', right, { ...from('192.0.2.1'), cookie: first })
  const both = deviceCookie(answer)
  await guessFromEverywhere(app, 15, 'maya')
  await guessFromEverywhere(app, 15, 'zoe')
  for (const name of ['maya', 'zoe']) {
    expect((await login(app, name, right, from('203.0.113.8'))).status).toBe(429)
  }
  expect((await login(app, 'zoe', right, { ...from('203.0.113.8'), cookie: both })).status).toBe(200)
  expect((await login(app, 'maya', right, { ...from('203.0.113.8'), cookie: both })).status).toBe(200)
})

test('a replaced device cookie is invalid', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  const old = await knownBrowser(app)
  const answer = await login(app, 'maya', right, { ...from('192.0.2.1'), cookie: old })
  expect(answer.status).toBe(200)
  await guessFromEverywhere(app, 15)
  expect((await login(app, 'maya', right, { ...from('203.0.113.8'), cookie: old })).status).toBe(429)
})

test('typed names and addresses are not stored', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  await login(app, '+447700900123', 'guess', from('203.0.113.77'))
  const kept = JSON.stringify([...(await app.sql`select * from login_failures`)])
  expect(kept).not.toMatch(/7700900123|203\.0\.113/)
  expect(await app.sql`select 1 from login_failures`).toHaveLength(2)
})

test('confusable spellings of a name count as one', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  const spellings = ['maya', 'MAYA', ' Maya ', 'ｍａｙａ']
  for (const [n, name] of spellings.entries()) {
    expect((await login(app, name, right, from(`192.0.2.${n}`))).status).toBe(200)
  }
  for (let n = 0; n < 10; n++) {
    const name = spellings[n % spellings.length] as string
    expect((await login(app, name, 'guess', from(`198.51.100.${n}`))).status).toBe(401)
  }
  for (const name of spellings) {
    expect((await login(app, name, right, from('203.0.113.1'))).status).toBe(429)
  }
})

test('failures of yesterday do not count', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  await guessFromEverywhere(app, 20)
  app.clock.advance(24 * 60 * MINUTE + 1000)
  for (let n = 0; n < 10; n++) {
    expect((await login(app, 'maya', 'guess', from(`198.51.101.${n}`))).status).toBe(401)
  }
})

test('failures dated ahead by a wrong clock do not lock', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  app.clock.advance(24 * 60 * MINUTE)
  for (let n = 0; n < 12; n++) await login(app, 'maya', `guess ${n}`, from('198.51.100.1'))
  expect((await login(app, 'maya', right, from('198.51.100.1'))).status).toBe(429)
  app.clock.advance(-24 * 60 * MINUTE)
  expect((await login(app, 'maya', right, from('198.51.100.1'))).status).toBe(200)
})

test('failed and throttled logins are counted and logged without name, password or whole address', async () => {
  const app = await testApp({ TRUST_PROXY: 'on', LOG_LEVEL: 'warn' })
  for (let n = 0; n < 7; n++) await login(app, '+447700900123', 'hunter2 hunter2', from('203.0.113.77'))
  const metrics = await (await app.request('/metrics')).text()
  expect(metrics).toContain('salonback_refused_total{reason="login"} 5')
  expect(metrics).toContain('salonback_refused_total{reason="login_throttled"} 2')
  const lines = app.logged.map((line) => JSON.parse(line) as object)
  expect(lines).toHaveLength(7)
  expect(lines[0]).toMatchObject({ level: 40, reason: 'login', username: '+…3', address: '203.0.113.x' })
  expect(lines[6]).toMatchObject({ reason: 'login_throttled' })
  expect(app.logged.join('')).not.toMatch(/hunter2|7700900123|113\.77/)
})

test('an overlong login is a failed one, and a huge body is refused before it is parsed', async () => {
  const app = await testApp()
  expect((await login(app, 'm'.repeat(201), 'guess')).status).toBe(401)
  expect((await login(app, 'maya', 'g'.repeat(1001))).status).toBe(401)
  expect((await login(app, 'maya', 'g'.repeat(20_000))).status).toBe(413)
  // Of each of the two names, alone and at the address.
  expect(await app.sql`select 1 from login_failures`).toHaveLength(4)
})

test('a flood of logins gets 503 while others log in', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  const cookie = await knownBrowser(app)
  const flood = Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const answer = await login(app, `name ${n}`, 'guess', from(`198.51.100.${n}`))
      return [answer.status, answer.headers.get('retry-after')] as const
    }),
  )
  const known = await login(app, 'maya', right, { ...from('192.0.2.1'), cookie })
  expect(known.status).toBe(200)
  const answers = await flood
  const busy = answers.filter(([status]) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(new Set(busy.map(([, retryAfter]) => retryAfter))).toEqual(new Set(['2']))
  expect(answers.filter(([status]) => status === 401).length + busy.length).toBe(60)
  const failures = await app.sql`select 1 from login_failures where cardinality(failures) > 0`
  expect(failures).toHaveLength(2 * (60 - busy.length))
})
