import { spawn } from 'node:child_process'
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { contracts } from '@salonback/shared/contracts.ts'
import { createClient } from '@salonback/shared/platform/http/client.ts'
import { eventsPath } from '@salonback/shared/platform/http/wire.ts'
import { importUpload } from '@salonback/shared/sales/imports/contract.ts'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { credentials, type RunningServer, startServer, until } from '@salonback/shared/testing/server.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { exportRecord, FORM_START } from '../testing/upload.ts'

// Runs the service behind Debian's Caddy and nginx with the configuration files of this folder. Only domain, ports and
// certificate are replaced.

const DOMAIN = 'salonback.example'

interface Proxied {
  origin: string
  server: RunningServer
  /** Port of plain http, which redirects to https. */
  plainPort: number
  stop(): Promise<void>
}

interface Ports {
  port: number
  plainPort: number
  upstream: string
  folder: string
}

/** Reads a configuration file and makes the replacements; each must match. */
async function deployedFile(name: string, changes: [from: string | RegExp, to: string][]): Promise<string> {
  let text = await readFile(new URL(name, import.meta.url), 'utf8')
  for (const [from, to] of changes) {
    expect(text, name).toMatch(from)
    text = text.replaceAll(from, to)
  }
  return text
}

const proxies = {
  async caddy({ port, plainPort, upstream, folder }: Ports): Promise<string[]> {
    const site = await deployedFile('Caddyfile', [
      [`${DOMAIN} {`, `localhost:${port} {\n\ttls ${folder}/pem ${folder}/pem`],
      ['127.0.0.1:8080', upstream],
    ])
    const options = `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n}\n`
    await writeFile(join(folder, 'Caddyfile'), options + site)
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
  },
  async nginx({ port, plainPort, upstream, folder }: Ports): Promise<string[]> {
    const site = await deployedFile('nginx.conf', [
      [/listen \[::\].*;\n/g, '\n'],
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['listen 443 ', `listen 127.0.0.1:${port} `],
      [`return 301 https://${DOMAIN}`, `return 301 https://localhost:${port}`],
      [`server_name ${DOMAIN}`, 'server_name localhost'],
      [/ssl_certificate(_key)? .*;/g, `ssl_certificate$1 ${folder}/pem;`],
      ['127.0.0.1:8080', upstream],
    ])
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (what) => `${what}_temp_path ${folder}/${what};`,
    )
    await writeFile(join(folder, 'site.conf'), site)
    await writeFile(
      join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; events {}
      http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
    )
    return ['nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  },
}

async function startBehind(name: keyof typeof proxies): Promise<Proxied> {
  const folder = await mkdtemp(join(await scratchFolder(), 'salonback-proxy-'))
  await copyFile(inject('certificateFile'), join(folder, 'pem'))
  await chmod(join(folder, 'pem'), 0o600)
  const [port, plainPort] = [await freePort(), await freePort()]
  const origin = `https://localhost:${port}`
  const server = await startServer({ PUBLIC_URL: origin, TRUST_PROXY: 'on', PUBLIC_POSTS_PER_MINUTE: '2' })
  const commandLine = await proxies[name]({ port, plainPort, upstream: new URL(server.origin).host, folder })
  const [command = '', ...rest] = commandLine
  const child = spawn(command, rest, {
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const fetchHealth = () => fetchVia()(`${origin}/healthz`).then(({ status }) => status, String)
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    await server.remove()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await until(fetchHealth, (status) => status === 200 || child.exitCode !== null, 20)
    if (child.exitCode !== null) throw new Error(stderr)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, server, plainPort, stop }
}

/** A fetch that trusts only our certificate and connects from this local address. */
const fetchVia =
  (from = '127.0.0.1', cookie = ''): typeof fetch =>
  async (input, init) => {
    const ca = await readFile(inject('certificateFile'))
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), ...(cookie && { cookie }) }
    return new Promise((resolve, reject) => {
      const options = {
        method: init?.method ?? 'GET',
        headers,
        ca,
        localAddress: from,
        family: 4,
        agent: false,
      }
      const call = request(String(input), options as object, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve(
            new Response(chunks.length > 0 ? Buffer.concat(chunks) : null, {
              status: response.statusCode ?? 0,
              headers: Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
            }),
          ),
        )
      })
      call.on('error', reject)
      call.end(init?.body)
    })
  }

/** Opens the event stream; `received` returns its text so far. */
async function openEvents(origin: string, cookie: string) {
  const ca = await readFile(inject('certificateFile'))
  let text = ''
  const call = request(
    origin + eventsPath,
    { ca, headers: { cookie }, family: 4, agent: false },
    (response) =>
      response.on('data', (chunk: Buffer) => {
        text += chunk
      }),
  )
  call.on('error', () => undefined)
  call.end()
  return { received: () => text, close: () => call.destroy() }
}

/** Uploads an export of about 200 MB: 200 records with 1 MB of spaces between them. */
async function importLarge(origin: string, cookie: string) {
  const ca = await readFile(inject('certificateFile'))
  const spaces = ' '.repeat(1024 * 1024)
  return new Promise<unknown>((resolve, reject) => {
    const headers = { cookie, origin, 'content-type': 'multipart/form-data; boundary=b' }
    const call = request(
      origin + importUpload.path,
      { method: 'POST', ca, headers, family: 4, agent: false },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk
        })
        response.on('end', () => resolve(JSON.parse(text)))
      },
    )
    call.on('error', reject)
    const chunks = function* () {
      yield `${FORM_START}{"export_metadata":{"export_id":"e"},"prospects":[`
      for (let n = 0; n < 200; n++) yield `${n > 0 ? ',' : ''}${spaces}${JSON.stringify(exportRecord(n))}`
      yield ']}\r\n--b--\r\n'
    }
    const send = async () => {
      for (const chunk of chunks())
        if (!call.write(chunk)) await new Promise((resume) => call.once('drain', resume))
      call.end()
    }
    send().catch(reject)
  })
}

describe.each(['caddy', 'nginx'] as const)('behind %s', (name) => {
  let proxied: Proxied
  let cookie = ''

  beforeAll(async () => {
    proxied = await startBehind(name)
    const login = await fetchVia()(`${proxied.origin}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: proxied.origin },
      body: JSON.stringify(credentials),
    })
    expect(login.status).toBe(200)
    expect(login.headers.get('set-cookie')).toMatch(/^__Host-.*; Secure/)
    cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  })
  afterAll(() => proxied?.stop())

  test('pages are served over https, and plain http redirects to it', async () => {
    const page = await fetchVia()(proxied.origin)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('</html>')
    const location = await new Promise((resolve, reject) => {
      const path = `http://localhost:${proxied.plainPort}/terms`
      plainRequest(path, { family: 4 }, ({ headers }) => resolve(headers.location))
        .on('error', reject)
        .end()
    })
    // Caddy redirects to port 443, not to the port of this test.
    expect(String(location).replace(/:\d+/, '')).toBe('https://localhost/terms')
  })

  test('an inbound text reaches the event stream, and a reply is sent', async () => {
    const events = await openEvents(proxied.origin, cookie)
    await expect.poll(events.received).toContain('event: ready')
    await handsetsOf(proxied.server.origin).send('+447700900123', 'how much?')
    await expect.poll(events.received).toContain('event: message')
    events.close()
    const staff = createClient(contracts, { base: proxied.origin, fetch: fetchVia('127.0.0.1', cookie) })
    expect(await staff.inbox.inbound()).toMatchObject([{ body: 'how much?' }])
    await staff.inbox.reply({ phoneNumber: '+447700900123', message: 'Nothing up front.' })
    const texts = await handsetsOf(proxied.server.origin).texts('+447700900123')
    expect(texts.map(({ body }) => body)).toEqual(['how much?', 'Nothing up front.'])
  })

  test('an import of 200 MB succeeds', async () => {
    expect(await importLarge(proxied.origin, cookie)).toMatchObject({ recordsAdded: 200, recordsErrored: 0 })
  })

  test('rate limits ignore the X-Forwarded-For that a visitor sends', async () => {
    const submitLead = (from: string, forwardedFor: string) =>
      fetchVia(from)(`${proxied.origin}/api/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
        body: JSON.stringify({ mobileNumber: '07700 900123' }),
      }).then(({ status }) => status)
    // Two per clock minute: if the minute changes here, four of five are accepted.
    const statuses = []
    for (let n = 1; n <= 5; n++) statuses.push(await submitLead('127.0.0.2', `198.51.100.${n}`))
    expect(statuses.slice(0, 2)).toEqual([200, 200])
    expect(statuses).toContain(429)
    expect(await submitLead('127.0.0.3', '198.51.100.1')).toBe(200)
  })
})
