import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { contracts } from '@salonback/shared/contracts.ts'
import { type Client, createClient } from '@salonback/shared/platform/http/client.ts'
import { type Fault, handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { credentials, type RunningServer } from '@salonback/shared/testing/server.ts'
import { addBookings, failDeliveries, makeTextsDue } from '@salonback/shared/testing/serverScripts.ts'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { openPages } from './openPages.ts'
import { importFile } from './pageHelpers.ts'
import { startTestServer } from './testServer.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type StaffOptions = BrowserContextOptions & {
  /** Console errors and warnings that the test provokes. */
  expected?: RegExp
}

type User = typeof credentials

/**
 * A server and Chromium for the console tests of one file. Console errors, warnings and uncaught errors of a page fail
 * its test.
 */
export function openConsole(env: Record<string, string> = {}) {
  let server: RunningServer
  const { newPage, complaints } = openPages()
  beforeAll(async () => {
    server = await startTestServer(env)
  })
  afterAll(() => server?.remove())

  /** A new browser context on this path, not logged in. */
  const visitor = (path: string, options?: StaffOptions) => openPage(path, options, async () => {})

  /** A new browser context on this path, logged in. */
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
    const page = await newPage({ viewport: { width: 1440, height: 900 }, ...options })
    await prepare(page.context())
    page.on('console', (message) => {
      const loud = message.type() === 'error' || message.type() === 'warning'
      if (loud && !expected?.test(message.text())) complaints.push(`${message.type()}: ${message.text()}`)
    })
    await page.goto(server.origin + path)
    return page
  }

  return {
    staff,
    visitor,
    origin: () => server.origin,
    makeTextsDue: (number?: string) => makeTextsDue(server, number),
    failDeliveries: () => failDeliveries(server),
    addBookings: (salonId: string) => addBookings(server, salonId),
    ...serverCalls(() => server),
    ...handsetCalls(() => server),
  }
}

/** Calls of the API and the command line, which prepare data for a test. */
function serverCalls(server: () => RunningServer) {
  const post = (path: string, body: unknown) =>
    fetch(server().origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server().origin },
      body: JSON.stringify(body),
    })

  async function sessionHeaders(user: User) {
    const login = await post('/api/admin/login', user)
    return { cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '', origin: server().origin }
  }

  /** An API client, logged in as this user. */
  async function api(user: User = credentials): Promise<Client<typeof contracts>> {
    const session = await sessionHeaders(user)
    return createClient(contracts, {
      base: server().origin,
      fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, ...session } }),
    })
  }

  /** Adds a user with the command line. The user must choose a password at the first login. */
  async function newcomer(username: string, password: string) {
    const child = spawn(process.execPath, ['api/run.js', 'cli', 'add', username, '--password-stdin'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: server().dataDir },
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.stdin.end(password)
    const code = await new Promise((resolve) => child.once('exit', resolve))
    expect(code).toBe(0)
    return api({ username, password })
  }

  /** Adds a user who has chosen a password; returns their API client. */
  async function colleague(username: string) {
    const given = 'a given long password'
    const calls = await newcomer(username, given)
    await calls.auth.changePassword({ password: given, newPassword: 'another long password' })
    return calls
  }

  /** Imports these records as prospects. */
  async function importProspects(records: object[]) {
    const form = new FormData()
    const { name, mimeType, buffer } = importFile(records)
    form.set('jsonFile', new Blob([buffer], { type: mimeType }), name)
    const response = await fetch(`${server().origin}/api/admin/import`, {
      method: 'POST',
      headers: await sessionHeaders(credentials),
      body: form,
    })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }

  return { api, newcomer, colleague, importProspects }
}

/** Calls of the simulated phone network. */
function handsetCalls(server: () => RunningServer) {
  const handsets = () => handsetsOf(server().origin)
  return {
    /** Sends a text from a simulated handset; without `to` to the number that last texted it. */
    text: (number: string, body: string, to?: string) => handsets().send(number, body, to),
    pictures: (number: string, body: string, files: string[]) => handsets().sendPictures(number, body, files),
    arrived: (number: string) => handsets().arrived(number),
    /** Makes the simulated carrier fail from now on. */
    fault: (fault: Fault) => handsets().injectFault(fault),
    clearFaults: () => handsets().clearFaults(),
  }
}

/** axe's findings after all animations have ended: a fading element does not have its final colour yet. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  )
  return axeViolations(page)
}

/** Title and text of the visible toast. */
export async function toastTexts(page: Page): Promise<string[]> {
  await page.locator('.sb-toast').waitFor()
  return page.locator('.sb-toast :is(.sb-toast-title, .sb-toast-text)').allInnerTexts()
}
