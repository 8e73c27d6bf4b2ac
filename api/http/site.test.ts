import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { builtSite } from '../testing/builtSite.ts'

test('pages carry the public origin, are revalidated, and come compressed to whoever asks', async () => {
  const { app } = await builtSite()
  const page = await app.request('/')
  expect(await page.text()).toContain('href="https://salons.example/"')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const zipped = await app.request('/', { headers: { 'accept-encoding': 'gzip' } })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toContain('<title>Home</title>')
  const again = await app.request('/', { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  const other = { 'accept-encoding': 'gzip', 'if-none-match': page.headers.get('etag') ?? '' }
  expect((await app.request('/', { headers: other })).status).toBe(200)
  expect(await (await app.request('/sitemap.xml')).text()).toContain('https://salons.example/contact')
})

test('hashed assets stay a year', async () => {
  const { app } = await builtSite()
  const asset = await app.request('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'br' } })
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.get('content-encoding')).toBe('br')
})

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', null],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['*;q=0', null],
  ['identity', null],
  ['vibrant', null],
  ['', null],
])('%j is answered in %s', async (accepts, encoding) => {
  const answer = await (await builtSite()).app.request('/', { headers: { 'accept-encoding': accepts } })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
})

test('each encoding has a tag of its own', async () => {
  const { app } = await builtSite()
  const tags = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (accepts) => {
      const answer = await app.request('/', { headers: { 'accept-encoding': accepts } })
      return answer.headers.get('etag')
    }),
  )
  expect(new Set(tags).size).toBe(3)
  for (const tag of tags) expect(tag).toMatch(/^"[^"]+"$/)
})

test.each([
  ['/index.html', '/'],
  ['/index.html?utm_source=x', '/?utm_source=x'],
  ['/contact.html', '/contact'],
])('%s goes to %s, where the page is', async (path, address) => {
  const answer = await (await builtSite()).app.request(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([301, address])
})

test.each([
  ['/contact', 200, 'Contact'],
  ['/contact/', 200, 'Contact'],
  ['/nowhere', 404, '404 Page Not Found'],
  ['/waitlist-landing', 404, 'On to the questionnaire'],
  ['/404', 404, '404 Page Not Found'],
  ['/admin', 200, 'Admin'],
  ['/admin/login', 200, 'Admin'],
  ['/admin-dashboard', 200, 'Admin'],
  ['/admin-dashboard/', 200, 'Admin'],
  ['/admin/sms/', 200, 'Admin'],
  ['/admin/nowhere', 404, 'Admin'],
  ['/admin/sms/more', 404, 'Admin'],
  ['/admin/assets/main-3c4d.js', 200, 'admin()'],
  ['/../main.ts', 404, '404'],
])('%s answers %i', async (path, status, text) => {
  const response = await (await builtSite()).app.request(path)
  expect(response.status).toBe(status)
  expect(await response.text()).toContain(text)
})

test.each([
  ['nobody', async () => false, true],
  ['somebody', async () => true, false],
  ['nobody can say who', () => Promise.reject(new Error('no database')), false],
])('the console’s page says so when nobody is signed in: %s', async (_, signedIn, marked) => {
  const { app } = await builtSite({}, signedIn)
  const page = await app.request('/admin')
  expect((await page.text()).includes('<meta name="signed-out">')).toBe(marked)
  const other = await (await builtSite({}, async () => marked)).app.request('/admin')
  expect(other.headers.get('etag')).not.toBe(page.headers.get('etag'))
})

test('analytics stands in the page only when it is switched on, and only then may its script load', async () => {
  const off = await (await builtSite()).app.request('/')
  expect(await off.text()).not.toContain('analytics-id')
  expect(off.headers.get('content-security-policy')).not.toContain('googletagmanager')
  const on = await (await builtSite({ ANALYTICS_ID: 'G-ABC123' })).app.request('/')
  expect(await on.text()).toContain('<meta name="analytics-id" content="G-ABC123">')
  expect(on.headers.get('content-security-policy')).toMatch(
    /script-src 'self' https:\/\/www\.googletagmanager\.com/,
  )
})

test('where staff work, analytics may neither load nor be told, also when it is on', async () => {
  const { app } = await builtSite({ ANALYTICS_ID: 'G-ABC123' })
  for (const path of ['/admin', '/admin/login', '/admin-dashboard', '/api/nothing', '/dev/phones']) {
    const policy = (await app.request(path)).headers.get('content-security-policy') ?? ''
    expect([path, policy.includes('google')]).toEqual([path, false])
    expect(policy).toContain("default-src 'self'")
  }
})

test('no inline script may run anywhere', async () => {
  const policy = (await (await builtSite()).app.request('/')).headers.get('content-security-policy') ?? ''
  expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self'")
})
