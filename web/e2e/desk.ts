import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { contracts } from '@salonback/shared/contracts.ts'
import { type Client, createClient } from '@salonback/shared/http/client.ts'
import { launchBrowser, quiet } from '@salonback/shared/testing/browser.ts'
import { describePage } from '@salonback/shared/testing/describePage.ts'
import { type Fault, handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { credentials, type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { walkSettings } from './settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export type StaffOptions = BrowserContextOptions & {
  /** What Chromium itself reports of answers a test provokes. */
  expected?: RegExp
}

/**
 * The real server, a real Chromium and staff in front of it, for one test file. A console error or warning, or an
 * uncaught error, fails the test whose page had it.
 */
export function openConsole(env: Record<string, string> = {}) {
  let server: RunningServer
  let browser: Browser
  let open: Page[] = []
  let complaints: string[] = []

  beforeAll(async () => {
    server = await startServer({ ...walkSettings, ...env })
    browser = await launchBrowser()
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  }, 30_000)

  afterEach(async ({ task }) => {
    const found = complaints
    complaints = []
    if (task.result?.state === 'fail') found.push(...(await Promise.all(open.map(describePage))))
    await Promise.all(open.map((page) => page.context().close()))
    open = []
    if (found.length > 0) throw new Error(found.join('\n'))
  })

  /** A browser of its own on the given path, in which nobody is logged in. */
  const visitor = (path: string, options?: StaffOptions) => openPage(path, options, async () => {})

  /** Somebody of the staff at their own browser, logged in, on the given path. */
  const staff = (path = '/admin', options?: StaffOptions) =>
    openPage(path, options, (context) =>
      context.request.post(`${server.origin}/api/admin/login`, {
        data: credentials,
        headers: { origin: server.origin },
      }),
    )

  async function openPage(
    path: string,
    { expected, ...options }: StaffOptions = {},
    prepare: (context: BrowserContext) => Promise<unknown>,
  ): Promise<Page> {
    const usual = { viewport: { width: 1440, height: 900 }, ...quiet }
    const context = await browser.newContext({ ...usual, ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    open.push(page)
    await prepare(context)
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      const loud = message.type() === 'error' || message.type() === 'warning'
      if (loud && !expected?.test(message.text())) complaints.push(`${message.type()}: ${message.text()}`)
    })
    await page.goto(server.origin + path)
    return page
  }

  /** The calls of the contract, made by a member of staff beside the browser. */
  async function api(
    who: { username: string; password: string } = credentials,
  ): Promise<Client<typeof contracts>> {
    const login = await post('/api/admin/login', who)
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    return createClient(contracts, {
      base: server.origin,
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { ...init?.headers, cookie, origin: server.origin } }),
    })
  }

  function post(path: string, body: unknown): Promise<Response> {
    return fetch(server.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin },
      body: JSON.stringify(body),
    })
  }

  /** Another member of staff, added with the command line as the README says; they have yet to choose a password. */
  async function newcomer(username: string, password: string) {
    const child = spawn(process.execPath, ['api/run.js', 'cli', 'add', username, '--password-stdin'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: server.dataDir },
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.stdin.end(password)
    const code = await new Promise((resolve) => child.once('exit', resolve))
    expect(code).toBe(0)
    return api({ username, password })
  }

  /** One who has chosen a password, and their calls. */
  async function colleague(username: string) {
    const given = 'a given long password'
    const calls = await newcomer(username, given)
    await calls.auth.changePassword({ password: given, newPassword: 'another long password' })
    return calls
  }

  return {
    staff,
    visitor,
    api,
    newcomer,
    colleague,
    origin: () => server.origin,
    /** The owner of a handset sends a text. */
    text: (number: string, body: string) => handsetsOf(server.origin).send(number, body),
    /** Texts on a handset that came from us, oldest first. */
    async arrived(number: string): Promise<string[]> {
      const texts = await handsetsOf(server.origin).texts(number)
      return texts.filter(({ direction }) => direction === 'out').map(({ body }) => body)
    },
    /** Trouble the carrier makes from now on. */
    fault: (fault: Fault) => handsetsOf(server.origin).injectFault(fault),
    clearFaults: () => handsetsOf(server.origin).clearFaults(),
    /** Imports these records as prospects. */
    async importProspects(records: object[]) {
      const login = await post('/api/admin/login', credentials)
      const form = new FormData()
      const file = { export_metadata: { export_id: 'e2e', source_app: 'test' }, prospects: records }
      form.set('jsonFile', new Blob([JSON.stringify(file)], { type: 'application/json' }), 'prospects.json')
      const answer = await fetch(`${server.origin}/api/admin/import`, {
        method: 'POST',
        headers: { origin: server.origin, cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' },
        body: form,
      })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    },
  }
}

/** What axe finds on the page as it is now, in words. */
export async function axeFindings(page: Page): Promise<string[]> {
  // What is still fading in has not the colour it will have, and nothing more may begin to fade meanwhile.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished),
    ),
  )
  // Evaluated, not added as a script: the page's own policy would block that.
  await page.evaluate(await readFile(axe, 'utf8'))
  return page.evaluate(async () => {
    const { axe: tool } = window as unknown as {
      axe: {
        run(
          page: Document,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
      }
    }
    const { violations } = await tool.run(document, {
      // The rule of WCAG 2.2 that axe leaves off by itself.
      rules: { 'target-size': { enabled: true } },
      // Where each element stands that is as it should be takes longer to say than to look at it.
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
    )
  })
}

/** The notification that is shown: its title and its text. */
export async function toastOf(page: Page): Promise<string[]> {
  await page.locator('.sb-toast').waitFor()
  return page.locator('.sb-toast :is(.sb-toast-title, .sb-toast-text)').allInnerTexts()
}
