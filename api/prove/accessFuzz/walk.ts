import {
  connectPath,
  healthPath,
  moneyPath,
  personPath,
  repliesPath,
  salonPath,
  salonsPath,
  statementPath,
  tabIds,
} from '@salonback/shared/host/addresses.ts'
import type { BrowserContext, Page } from 'playwright'
import { fictional } from '../../testing/factories.ts'
import { xss } from './payloads.ts'
import type { Ids } from './storePayloads.ts'
import type { Watch } from './watch.ts'

/** Limit of controls pressed per screen, including those in its dialogs and menus. Controls with equal names count once. */
const MAX_PRESSED = 5

interface Walk {
  context: BrowserContext
  watch: Watch
  origin: string
  signal: AbortSignal
}

/** Opens every screen of the console and presses its controls. Returns the number of screens and dialogs seen. */
export async function walkConsole(walk: Walk, ids: Ids): Promise<number> {
  const { context, origin, signal } = walk
  const page = await context.newPage()
  const conversation = `/admin?tab=sms&number=${encodeURIComponent(fictional(501))}`
  const paths = [
    ...tabIds.map((id) => `/admin?tab=${id}`),
    conversation,
    `/admin?tab=sms&number=${encodeURIComponent(fictional(511))}&unknown=1`,
    `/admin?tab=prospects&campaign=${ids.campaign}`,
    `/admin?tab=waitlist&response=${ids.response}`,
    '/admin?tab=dash&show=optouts',
    `/admin?tab=dash&campaign=${ids.campaign}&outcome=sent`,
    `/admin?tab=${encodeURIComponent(xss)}`,
    ...[500, 501, 502].map((n) => personPath(fictional(n))),
    ...salonScreens(ids),
  ]
  let screens = 0
  for (const path of paths) {
    if (signal.aborted) break
    screens += await pressAll(walk, page, origin + path)
  }
  screens += await searchEverything(walk, page)
  walk.watch.keepsNumbers = true
  screens += await pressAll(walk, page, origin + conversation)
  screens += await openSavedReplies(walk, page, conversation)
  screens += await openAccount(walk, page)
  screens += await press(walk, page, connectPath, ['Last deliveries'])
  screens += await press(walk, page, moneyPath, ['For the accountant', 'Issue statements...'])
  screens += await press(walk, page, salonPath(ids.salon.id, 'clients'), ['Save rejected rows'])
  screens += await press(walk, page, salonPath(ids.salon.id, 'visits'), ['Import...'])
  await page.close()
  return screens
}

/** Paths of the screens of the Salons workspace. */
function salonScreens({ salon: { id, client, phone, campaign }, otherSalons }: Ids): string[] {
  const parts = ['clients', 'offer', 'campaigns', 'results', 'visits', 'fees', 'settings']
  const talk = new URLSearchParams({ salon: id, number: phone })
  return [
    salonsPath,
    salonPath(id),
    ...parts.map((part) => salonPath(id, part)),
    ...otherSalons.flatMap((other) => ['clients', 'offer'].map((part) => salonPath(other, part))),
    personPath(phone),
    `${salonPath(id, 'clients')}&client=${client}`,
    `${salonPath(id, 'results')}&campaign=${campaign}&step=eligible`,
    `${salonPath(id, 'visits')}&add=visit&client=${client}`,
    statementPath(id, 1),
    healthPath,
    moneyPath,
    repliesPath,
    `${repliesPath}?state=all`,
    `${repliesPath}?${talk}`,
  ]
}

/** Opens the saved replies: the short walk presses too few controls of the conversation. */
async function openSavedReplies(walk: Walk, page: Page, path: string): Promise<number> {
  await open(walk, page, walk.origin + path)
  walk.watch.at = 'saved replies'
  await page.getByRole('button', { name: 'Saved replies' }).click()
  await page.getByRole('listbox', { name: 'Saved replies' }).getByRole('option').first().waitFor()
  await waitUntilIdle(walk, page)
  await page.getByRole('button', { name: 'Manage saved replies...' }).click()
  await waitUntilIdle(walk, page)
  return 2
}

/** Opens the account dialog: `pressAll` skips the bar, because every screen has it. */
async function openAccount(walk: Walk, page: Page): Promise<number> {
  await open(walk, page, `${walk.origin}/admin`)
  walk.watch.at = 'account dialog'
  await page.getByRole('button', { name: /, your account$/ }).click()
  const found = page.getByRole('dialog').getByRole('tab')
  await found.first().waitFor()
  const tabs = await found.all()
  for (const tab of tabs) {
    await tab.click()
    await waitUntilIdle(walk, page)
  }
  return tabs.length
}

/** Finds a row of each kind: contact messages by their address, all others by a part of their numbers. */
async function searchEverything(walk: Walk, page: Page): Promise<number> {
  const texts = ['a@b.example', '4477009']
  await open(walk, page, `${walk.origin}/admin`)
  walk.watch.at = 'search'
  await page.keyboard.press('Control+k')
  for (const text of texts) {
    await page.getByPlaceholder('Name or number...').fill(text)
    await page.locator('.sb-find-list:not([data-reading])').getByRole('option').first().waitFor()
    await waitUntilIdle(walk, page)
  }
  return texts.length
}

/** Presses controls that the walk does not reach, because it presses the last ones of a screen only. */
async function press(walk: Walk, page: Page, path: string, names: string[]): Promise<number> {
  await open(walk, page, walk.origin + path)
  for (const name of names) {
    walk.watch.at = name
    await page.getByRole('button', { name }).click()
    await waitUntilIdle(walk, page)
  }
  return names.length
}

/** Presses each control of a screen once, and one of several with the same name. Returns the number of states seen. */
async function pressAll(walk: Walk, page: Page, url: string): Promise<number> {
  const pressed = new Set<string>()
  await open(walk, page, url)
  while (pressed.size < MAX_PRESSED && !walk.signal.aborted) {
    const next = (await page.evaluate(findControls, undefined)).find((name) => !pressed.has(name))
    if (next === undefined) break
    pressed.add(next)
    walk.watch.at = `${new URL(url).search.slice(0, 40)}, ${next}`
    await page.evaluate(findControls, next).catch(ignoreNavigation)
    await waitUntilIdle(walk, page)
    await fillTextAreas(page)
    await waitUntilIdle(walk, page)
    if (page.url() !== url) await open(walk, page, url)
  }
  return pressed.size + 1
}

async function open(walk: Walk, page: Page, url: string) {
  walk.watch.at = url.slice(0, 80)
  await page.goto(url)
  await page.locator('.sb-bar').waitFor()
  await waitUntilIdle(walk, page)
}

async function fillTextAreas(page: Page) {
  for (const box of await page.locator('textarea:visible').all()) {
    await box.fill(`${xss} {name}`, { timeout: 1000 }).catch(() => undefined)
  }
}

/** Waits until no request is open and the screen has been drawn with the responses. */
async function waitUntilIdle({ watch }: Walk, page: Page) {
  for (let idleFrames = 0; idleFrames < 2; ) {
    const drawn = await page
      .evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30))))
      .then(() => true, ignoreNavigation)
    idleFrames = drawn && watch.openRequests === 0 ? idleFrames + 1 : 0
  }
}

/** False if the page navigated during an evaluation; throws any other error. */
function ignoreNavigation(error: unknown): false {
  if (!/Execution context was destroyed/.test(String(error))) throw error
  return false
}

/**
 * Runs in the page. Returns the names of all controls: those of the topmost dialog or menu first, those that close it last.
 * Clicks the control named `wanted` if there is one. Skips the bar and the tabs, because every screen has them.
 */
function findControls(wanted?: string): string[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      'button, a[href^="/"], [role=menuitem], [role=button], input[type=checkbox]',
    ),
  ]
  const named = all
    .filter((one) => one.checkVisibility() && !one.hasAttribute('disabled'))
    .filter((one) => !one.closest('[role=tablist], .sb-bar'))
    .map((one) => {
      const label = one.getAttribute('aria-label') ?? one.textContent ?? ''
      return { one, name: label.replace(/\d/g, '0').slice(0, 24) }
    })
    .reverse()
  if (wanted !== undefined) named.find(({ name }) => name === wanted)?.one.click()
  const names = named.map(({ name }) => name)
  const closes = (name: string) => /^(close|cancel|back|dismiss)/i.test(name)
  return [...names.filter((name) => !closes(name)), ...names.filter(closes)]
}

/** Opens the public and owner pages with payloads in all these parameters, and the simulated phones with the texts they received. */
export async function walkPages(
  { context, watch, origin, signal }: Walk,
  parameters: string[],
  { ownerPages }: Ids,
): Promise<number> {
  const query = new URLSearchParams(parameters.map((name) => [name, xss]))
  const site = [
    '/',
    '/contact',
    '/privacy',
    '/terms',
    '/uksalon',
    '/waitlist-thank-you',
    `/${encodeURIComponent(xss)}`,
  ]
  const conversation = `/dev/phones?number=${encodeURIComponent(fictional(501))}`
  const phones = ['/dev/phones', conversation, `/dev/phones?number=${encodeURIComponent(xss)}`]
  const paths = [
    ...site.flatMap((path) => [`${path}?${query}`, `${path}#${xss}`]),
    ...phones,
    ...ownerPages,
    `/dev/phones?q=${encodeURIComponent(xss)}`,
    `/admin/login?${query}`,
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
