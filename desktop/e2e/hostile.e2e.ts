import type { ServerResponse } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openApp } from './app.ts'
import { type FakeServer, fakeServer, health } from './fakeServer.ts'
import { connect, logIn } from './steps.ts'

/** Responses of a compromised server. */
const responses: Record<string, (response: ServerResponse) => void> = {
  '/healthz': (response) => json(response, health),
  '/api/admin/login': (response) => {
    response.setHeader('set-cookie', ['salonback_session=the-secret-token; Path=/', 'tracker=1; Path=/'])
    json(response, { username: 'maya' })
  },
  '/api/admin/me': (response) =>
    json(response, { id: '5d6ff7a0-0000-4000-8000-000000000001', username: 'maya', role: 'admin' }),
  '/api/admin/events': (response) => {
    response.setHeader('content-type', 'text/event-stream')
    response.write(': here\n\n')
  },
  '/api/page': (response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>hostile</title><script src="/api/script"></script>')
  },
  '/api/script': (response) => {
    response.setHeader('content-type', 'text/javascript')
    response.end('globalThis.hacked = true')
  },
  '/api/style': (response) => {
    response.setHeader('content-type', 'text/css')
    response.end('body { outline: 7px solid red !important }')
  },
  '/api/headers': (response) => {
    const evil = {
      'content-type': 'text/html',
      'content-security-policy': "script-src * 'unsafe-inline'",
      'access-control-allow-origin': '*',
      'clear-site-data': '"*"',
      link: '</api/style>; rel=stylesheet',
      refresh: `0; url=${elsewhere.origin}/refreshed`,
      'service-worker-allowed': '/',
      'set-cookie': 'salonback_session=another-secret; Path=/',
      'www-authenticate': 'Basic realm="Your Windows password"',
      'x-large': 'x'.repeat(10_000),
    }
    response.writeHead(200, evil).end('<script>globalThis.hacked = true</script>')
  },
  '/api/redirect': (response) => response.writeHead(302, { location: `${elsewhere.origin}/moved` }).end(),
  '/api/endless': (response) => {
    response.setHeader('content-type', 'text/event-stream')
    const timer = setInterval(() => response.write(`data: ${'x'.repeat(64 * 1024)}`), 1)
    response.once('close', () => clearInterval(timer))
  },
}

function json(response: ServerResponse, body: unknown, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

let hostile: FakeServer
let elsewhere: FakeServer

const app = openApp(async ({ page }) => {
  elsewhere = await fakeServer((_request, response) => response.end('{}'))
  hostile = await fakeServer((request, response) => {
    const respond = responses[new URL(request.url ?? '/', 'http://host').pathname]
    if (respond) respond(response)
    else json(response, { message: 'Not here' }, 500)
  })
  await connect(page, hostile.origin)
  await logIn(page)
  await page.getByRole('tab', { name: 'Import' }).waitFor()
})
afterAll(async () => {
  await hostile.close()
  await elsewhere.close()
})
beforeEach(() => {
  hostile.requests.length = 0
})

const requestCount = (path: string) => hostile.requests.filter(({ url }) => url?.startsWith(path)).length
const callApi = (path: string) =>
  app.page.evaluate(
    (to) =>
      fetch(to, { headers: { accept: 'application/json' } }).then(
        async (reply) => ({
          status: reply.status,
          headers: Object.fromEntries(reply.headers),
          text: await reply.text(),
        }),
        () => null,
      ),
    path,
  )

test('scripts, styles, images, frames and workers are not loaded from the server', async () => {
  // As a string, because vitest would transform the import.
  await app.page.evaluate("import('/api/script?import').catch(() => {})")
  const seen = await app.page.evaluate(async () => {
    const load = (tag: string, set: Record<string, string>) =>
      new Promise((resolve) => {
        const element = Object.assign(document.createElement(tag), set)
        element.onload = element.onerror = resolve
        document.body.append(element)
        // Some blocked elements fire no event.
        setTimeout(resolve, 1000)
      })
    await Promise.all([
      load('link', { rel: 'modulepreload', href: '/api/script' }),
      load('link', { rel: 'preload', as: 'script', href: '/api/script?preload' }),
      load('link', { rel: 'stylesheet', href: '/api/style' }),
      load('img', { src: '/api/image' }),
      load('iframe', { src: '/api/page' }),
      load('video', { src: '/api/image' }),
    ])
    for (const make of [() => new Worker('/api/script?w'), () => new SharedWorker('/api/script?s')]) {
      try {
        make()
      } catch {}
    }
    await navigator.serviceWorker?.register('/api/script').catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { hacked: 'hacked' in globalThis, outline: getComputedStyle(document.body).outlineWidth }
  })
  expect(seen.hacked).toBe(false)
  expect(seen.outline).not.toBe('7px')
  for (const path of ['/api/page', '/api/script', '/api/style', '/api/image'])
    expect(requestCount(path)).toBe(0)
})

test('no window navigates to a server response', async () => {
  const before = app.page.url()
  await app.page.evaluate(() => location.assign('/api/page'))
  await app.page.evaluate(() => window.open('/api/page'))
  await app.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(app.page.url()).toBe(before)
  const shown = await app.electron.evaluate(async ({ app: electron, BrowserWindow }) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { preload: `${electron.getAppPath()}/preload/index.cjs`, sandbox: true },
    })
    await window.loadURL('app://salonback/api/page').catch(() => undefined)
    const title = window.webContents.getTitle()
    const bridge = (await window.webContents.executeJavaScript(
      "'desktop' in globalThis ? desktop.start().then(() => 'answered', () => 'rejected') : 'no bridge'",
    )) as string
    window.destroy()
    return { title, bridge }
  })
  expect(shown.title).not.toBe('hostile')
  expect(shown.bridge).not.toBe('answered')
  expect(requestCount('/api/page')).toBe(0)
})

test('a request without the API’s Accept header is rejected and not forwarded', async () => {
  const rejected = await app.page.evaluate(async () => {
    const reply = await fetch('/api/admin/leads')
    return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
  })
  expect(rejected).toEqual({
    status: 403,
    type: 'text/plain; charset=utf-8',
    text: 'Only calls of the console are answered here.\n',
  })
  expect(requestCount('/api/admin/leads')).toBe(0)
})

test('only our headers reach the page, and HTML arrives as bytes', async () => {
  const response = await callApi('/api/headers')
  expect(response?.headers).toEqual({
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
    'content-type': 'application/octet-stream',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect(await app.page.evaluate(() => document.cookie)).toBe('')
  const cookies = await app.electron.evaluate(async ({ session }) => [
    ...(await session.fromPartition('server').cookies.get({})),
    ...(await session.defaultSession.cookies.get({})),
  ])
  expect(cookies).toEqual([])
})

test('a redirect is not followed, so the session is not sent to another server', async () => {
  expect(await callApi('/api/redirect')).toBeNull()
  expect(requestCount('/api/redirect')).toBe(1)
  expect(hostile.requests[0]?.headers.cookie).toContain('salonback_session=')
  expect(elsewhere.requests).toEqual([])
})

test('an endless event is cut off, and the app still works', async () => {
  const state = await app.page.evaluate(
    () =>
      new Promise((resolve) => {
        const source = new EventSource('/api/endless')
        source.onerror = () => resolve('failed')
      }),
  )
  expect(state).toBe('failed')
  expect(await app.page.evaluate(() => document.querySelectorAll('[role=tab]').length)).toBe(7)
})
