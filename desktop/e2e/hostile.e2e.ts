import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type App, createProfile, type Profile } from './app.ts'
import { connect, logIn } from './steps.ts'

/** What a server gets that was taken over, or was never ours: every trick an answer can play on a page. */
const answers: Record<string, (response: ServerResponse) => void> = {
  '/healthz': (response) => json(response, { service: 'salonback', version: '1.0.0', api: 1 }),
  '/api/admin/login': (response) => {
    response.setHeader('set-cookie', ['salonback_session=the-secret-token; Path=/', 'tracker=1; Path=/'])
    json(response, { username: 'maya' })
  },
  '/api/admin/me': (response) =>
    json(response, { id: '5d6ff7a0-0000-4000-8000-000000000001', username: 'maya' }),
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

interface Recorded {
  origin: string
  requests: IncomingMessage[]
  close(): Promise<void>
}

async function recording(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const recorded: Recorded = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return recorded
}

let hostile: Recorded
let elsewhere: Recorded
let profile: Profile
let app: App

beforeAll(async () => {
  elsewhere = await recording((_request, response) => response.end('{}'))
  hostile = await recording((request, response) => {
    const answer = answers[new URL(request.url ?? '/', 'http://host').pathname]
    if (answer) answer(response)
    else json(response, { message: 'Not here' }, 500)
  })
  profile = await createProfile(inject('desk'))
  app = await profile.launch()
  await connect(app.page, hostile.origin)
  await logIn(app.page)
  await app.page.getByRole('tab', { name: 'Import' }).waitFor()
})
afterAll(async () => {
  await app.close()
  await profile.remove()
  await hostile.close()
  await elsewhere.close()
})
beforeEach(() => {
  hostile.requests.length = 0
})

const askedFor = (path: string) => hostile.requests.filter(({ url }) => url?.startsWith(path)).length
const ask = (path: string) =>
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

test('nothing the browser loads by itself comes from the server', async () => {
  // As text, because the test runner would make a call of its own of it.
  await app.page.evaluate("import('/api/script?import').catch(() => {})")
  const seen = await app.page.evaluate(async () => {
    const load = (tag: string, set: Record<string, string>) =>
      new Promise((resolve) => {
        const element = Object.assign(document.createElement(tag), set)
        element.onload = element.onerror = resolve
        document.body.append(element)
        // Blocked before it is asked for, some elements say nothing at all.
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
  for (const path of ['/api/page', '/api/script', '/api/style', '/api/image']) expect(askedFor(path)).toBe(0)
})

test('an answer is no page: neither our window nor another of ours goes to one', async () => {
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
    const asked = (await window.webContents.executeJavaScript(
      "'desktop' in globalThis ? desktop.start().then(() => 'answered', () => 'refused') : 'no bridge'",
    )) as string
    window.destroy()
    return { title, asked }
  })
  expect(shown.title).not.toBe('hostile')
  expect(shown.asked).not.toBe('answered')
  expect(askedFor('/api/page')).toBe(0)
})

test('a request that does not say it is a call is refused as plain text and goes nowhere', async () => {
  const refused = await app.page.evaluate(async () => {
    const reply = await fetch('/api/admin/leads')
    return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
  })
  expect(refused).toEqual({
    status: 403,
    type: 'text/plain; charset=utf-8',
    text: 'Only calls of the console are answered here.\n',
  })
  expect(askedFor('/api/admin/leads')).toBe(0)
})

test('of an answer’s headers only ours arrive, and its HTML is bytes', async () => {
  const answer = await ask('/api/headers')
  expect(answer?.headers).toEqual({
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
    'content-type': 'application/octet-stream',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect(await app.page.evaluate(() => document.cookie)).toBe('')
  const kept = await app.electron.evaluate(async ({ session }) => [
    ...(await session.fromPartition('server').cookies.get({})),
    ...(await session.defaultSession.cookies.get({})),
  ])
  expect(kept).toEqual([])
})

test('a redirect is not followed: neither the session nor a list goes to another server', async () => {
  expect(await ask('/api/redirect')).toBeNull()
  expect(askedFor('/api/redirect')).toBe(1)
  expect(hostile.requests[0]?.headers.cookie).toContain('salonback_session=')
  expect(elsewhere.requests).toEqual([])
})

test('an event without an end is broken off, and the window goes on', async () => {
  const state = await app.page.evaluate(
    () =>
      new Promise((resolve) => {
        const source = new EventSource('/api/endless')
        source.onerror = () => resolve('broken off')
      }),
  )
  expect(state).toBe('broken off')
  expect(await app.page.evaluate(() => document.querySelectorAll('[role=tab]').length)).toBe(7)
})
