import { tabIds } from '@salonback/shared/host/addresses.ts'
import type { BrowserContext, Page } from 'playwright'
import { fictional } from '../../testing/factories.ts'
import type { Scale } from '../suite.ts'
import { xss } from './payloads.ts'
import type { Watch } from './watch.ts'

/** Things pressed on one screen and in what it opens; of things that have one name, one. */
const MAX_PRESSED = { short: 5, full: 60 }

interface Walk {
  context: BrowserContext
  watch: Watch
  origin: string
  signal: AbortSignal
  scale: Scale
}

/** Of what was stored, for the addresses that open it. */
export interface Ids {
  campaign: string
  response: string
}

/** Opens every screen of the console and presses whatever can be pressed on it, and in what that opens. */
export async function walkConsole(walk: Walk, ids: Ids): Promise<number> {
  const { context, origin, signal } = walk
  const page = await context.newPage()
  const one = encodeURIComponent(fictional(501))
  const paths = [
    ...tabIds.map((id) => `/admin?tab=${id}`),
    `/admin?tab=sms&number=${one}`,
    `/admin?tab=sms&number=${encodeURIComponent(fictional(511))}&unknown=1`,
    `/admin?tab=prospects&campaign=${ids.campaign}`,
    `/admin?tab=waitlist&response=${ids.response}`,
    '/admin?tab=dash&show=optouts',
    `/admin?tab=${encodeURIComponent(xss)}`,
  ]
  let screens = 0
  for (const path of paths) {
    if (signal.aborted) break
    screens += await pressAll(walk, page, origin + path)
  }
  screens += await openAccount(walk, page)
  await page.close()
  return screens
}

/** What the bar opens, which stands on every screen and is pressed on none of them. */
async function openAccount(walk: Walk, page: Page): Promise<number> {
  await open(walk, page, `${walk.origin}/admin`)
  walk.watch.at = 'the account'
  await page.getByRole('button', { name: /, your account$/ }).click()
  const named = page.getByRole('dialog').getByRole('tab')
  await named.first().waitFor()
  const tabs = await named.all()
  for (const tab of tabs) {
    await tab.click()
    await settled(walk, page)
  }
  return tabs.length
}

/** Presses everything on this screen once, anything of the same name once. Returns how many things there were to see. */
async function pressAll(walk: Walk, page: Page, url: string): Promise<number> {
  const pressed = new Set<string>()
  await open(walk, page, url)
  while (pressed.size < MAX_PRESSED[walk.scale] && !walk.signal.aborted) {
    const next = (await page.evaluate(pressable, undefined)).find((name) => !pressed.has(name))
    if (next === undefined) break
    pressed.add(next)
    walk.watch.at = `${new URL(url).search.slice(0, 40)}, ${next}`
    await page.evaluate(pressable, next).catch(isMoved)
    await settled(walk, page)
    await fillTexts(page)
    await settled(walk, page)
    if (page.url() !== url) await open(walk, page, url)
  }
  return pressed.size + 1
}

async function open(walk: Walk, page: Page, url: string) {
  walk.watch.at = url.slice(0, 80)
  await page.goto(url)
  await page.getByRole('tab').first().waitFor()
  await settled(walk, page)
}

async function fillTexts(page: Page) {
  for (const box of await page.locator('textarea:visible').all()) {
    await box.fill(`${xss} {name}`, { timeout: 1000 }).catch(() => undefined)
  }
}

/** Until no call is open and the screen has been drawn with what came. */
async function settled({ watch }: Walk, page: Page) {
  for (let calm = 0; calm < 2; ) {
    const drawn = await page
      .evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30))))
      .then(() => true, isMoved)
    calm = drawn && watch.open === 0 ? calm + 1 : 0
  }
}

/** What was pressed opened another page: that one is waited for next. Throws what is no such thing. */
function isMoved(error: unknown): false {
  if (!/Execution context was destroyed/.test(String(error))) throw error
  return false
}

/**
 * In the page: names of what can be pressed, of the topmost dialog or menu first and what closes it last; presses the
 * one of this name instead, when there is one. The bar and the tabs are the same on every screen.
 */
function pressable(wanted?: string): string[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      'button, a[href^="/"], [role=menuitem], [role=button], input[type=checkbox]',
    ),
  ]
  const named = all
    .filter((one) => one.checkVisibility() && !one.hasAttribute('disabled'))
    .filter((one) => !one.closest('[role=tablist], .sb-bar'))
    .map((one) => {
      const words = one.getAttribute('aria-label') ?? one.textContent ?? ''
      return { one, name: words.replace(/\d/g, '0').slice(0, 24) }
    })
    .reverse()
  if (wanted !== undefined) named.find(({ name }) => name === wanted)?.one.click()
  const names = named.map(({ name }) => name)
  const closes = (name: string) => /^(close|cancel|back|dismiss)/i.test(name)
  return [...names.filter((name) => !closes(name)), ...names.filter(closes)]
}

/** Public pages with every word of an address they may echo, and the simulator's phones with what was texted. */
export async function walkPages({ context, watch, origin, signal }: Walk, asked: string[]): Promise<number> {
  const words = new URLSearchParams(asked.map((name) => [name, xss]))
  const site = [
    '/',
    '/contact',
    '/privacy',
    '/terms',
    '/uksalon',
    '/waitlist-thank-you',
    `/${encodeURIComponent(xss)}`,
  ]
  const talk = `/dev/phones?number=${encodeURIComponent(fictional(501))}`
  const phones = ['/dev/phones', talk, `/dev/phones?number=${encodeURIComponent(xss)}`]
  const paths = [
    ...site.flatMap((path) => [`${path}?${words}`, `${path}#${xss}`]),
    ...phones,
    `/dev/phones?q=${encodeURIComponent(xss)}`,
    `/admin/login?${words}`,
  ]
  const page = await context.newPage()
  for (const path of paths) {
    if (signal.aborted) break
    watch.at = path.slice(0, 60)
    await page.goto(origin + path, { waitUntil: 'load' })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))))
  }
  await page.close()
  return paths.length
}
