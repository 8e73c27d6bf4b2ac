import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { builtSite } from '../../testing/builtSite.ts'

test('pages contain the public origin and are revalidated by ETag', async () => {
  const { app } = await builtSite()
  const page = await app.request('/')
  expect(await page.text()).toContain('href="https://salons.example/"')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const etag = page.headers.get('etag') ?? ''
  const repeated = await app.request('/', { headers: { 'if-none-match': etag } })
  expect([repeated.status, repeated.headers.get('cache-control')]).toEqual([304, 'no-cache'])
  expect(await (await app.request('/sitemap.xml')).text()).toContain('https://salons.example/contact')
})

test.each([
  ['/', 'gzip, deflate, br, zstd', 'gzip'],
  ['/', 'gzip', 'gzip'],
  ['/', 'br;q=0, gzip', 'gzip'],
  ['/', '', null],
  ['/assets/app-1a2b.js', 'gzip, deflate, br, zstd', 'br'],
  ['/assets/app-1a2b.js', 'gzip', 'gzip'],
  ['/assets/app-1a2b.js', '', null],
  ['/admin', 'gzip', 'gzip'],
  ['/admin/assets/main-3c4d.js', 'br', 'br'],
])('%s with Accept-Encoding %j is encoded as %j', async (path, accepts, encoding) => {
  const answer = await (await builtSite()).app.request(path, { headers: { 'accept-encoding': accepts } })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding])
  if (encoding) expect(answer.headers.get('vary')).toBe('Accept-Encoding')
})

test('a gzip page decompresses to the page', async () => {
  const zipped = await (await builtSite()).app.request('/', { headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toContain('<title>Home</title>')
})

test.each([
  ['/assets/app-1a2b.js', 200, 'public, max-age=31536000, immutable'],
  ['/admin/assets/main-3c4d.js', 200, 'public, max-age=31536000, immutable'],
  ['/assets/gone-9z9z.js', 404, 'no-cache'],
  ['/admin/assets/gone-9z9z.js', 404, 'no-cache'],
  ['/favicon.ico', 200, 'no-cache'],
])('%s answers %i with Cache-Control %j', async (path, status, caching) => {
  const answer = await (await builtSite()).app.request(path)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, caching])
})

test.each([
  ['/index.html', '/'],
  ['/index.html?utm_source=x', '/?utm_source=x'],
  ['/contact.html', '/contact'],
])('%s redirects to %s', async (path, address) => {
  const answer = await (await builtSite()).app.request(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([301, address])
})

test.each([
  ['/contact', 200, 'Contact'],
  ['/contact/', 200, 'Contact'],
  ['/nowhere', 404, '404 Page Not Found'],
  ['/nowhere.html', 404, '404 Page Not Found'],
  ['/waitlist-landing', 404, 'href="/uksalon"'],
  ['/404', 404, '404 Page Not Found'],
  ['/404.html', 404, '404 Page Not Found'],
  ['/admin', 200, 'Admin'],
  ['/admin/login', 200, 'Admin'],
  ['/admin-dashboard', 200, 'Admin'],
  ['/admin-dashboard/', 200, 'Admin'],
  ['/admin/sms/', 200, 'Admin'],
  ['/admin/nowhere', 404, 'Admin'],
  ['/admin/sms/more', 404, 'Admin'],
  ['/admin/assets/main-3c4d.js', 200, 'admin()'],
  ['/../main.ts', 404, '404'],
  ['/..%2fadmin/index.html', 404, '404'],
  ['/assets/..%2f404.html', 404, '404'],
])('%s answers %i', async (path, status, text) => {
  const response = await (await builtSite()).app.request(path)
  expect(response.status).toBe(status)
  expect(await response.text()).toContain(text)
})

test('a host name that is not ours is rejected for pages and assets', async () => {
  const { app } = await builtSite()
  const statusFor = async (host: string, path: string) =>
    (await app.request(path, { headers: { host } })).status
  for (const path of ['/contact', '/assets/app-1a2b.js', '/admin']) {
    expect([await statusFor('SALONS.example:443', path), await statusFor('evil.example', path)]).toEqual([
      200, 421,
    ])
  }
})

test.each([
  ['no session', async () => false, true],
  ['a session', async () => true, false],
  ['no database', () => Promise.reject(new Error('no database')), false],
])('the console page is marked as signed out only without a session: %s', async (_, signedIn, marked) => {
  const { app } = await builtSite({}, signedIn)
  const page = await app.request('/admin')
  expect((await page.text()).includes('<meta name="signed-out">')).toBe(marked)
  const other = await (await builtSite({}, async () => marked)).app.request('/admin')
  expect(other.headers.get('etag')).not.toBe(page.headers.get('etag'))
})

test('analytics is in the page and its content policy only when ANALYTICS_ID is set', async () => {
  const off = await (await builtSite()).app.request('/')
  expect(await off.text()).not.toContain('analytics-id')
  expect(off.headers.get('content-security-policy')).not.toContain('googletagmanager')
  const on = await (await builtSite({ ANALYTICS_ID: 'G-ABC123' })).app.request('/')
  expect(await on.text()).toContain('<meta name="analytics-id" content="G-ABC123">')
  expect(on.headers.get('content-security-policy')).toMatch(
    /script-src 'self' https:\/\/www\.googletagmanager\.com/,
  )
})

test('staff pages never allow analytics', async () => {
  const { app } = await builtSite({ ANALYTICS_ID: 'G-ABC123' })
  for (const path of ['/admin', '/admin/login', '/admin-dashboard', '/api/nothing', '/dev/phones']) {
    const policy = (await app.request(path)).headers.get('content-security-policy') ?? ''
    expect([path, policy.includes('google')]).toEqual([path, false])
    expect(policy).toContain("default-src 'self'")
  }
})

test('the content policy allows no inline script', async () => {
  const policy = (await (await builtSite()).app.request('/')).headers.get('content-security-policy') ?? ''
  expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self'")
})
