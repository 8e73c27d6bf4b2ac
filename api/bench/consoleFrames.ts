import { importUpload } from '@salonback/shared/imports/contract.ts'
import type { Page } from 'playwright'
import type { Database } from '../db/open.ts'
import { type Figure, median } from './table.ts'

/** How long a frame may take, ms, whatever staff does. */
const FRAME = 50
/** What follows an act by itself is part of it, ms: after a change it is read, and columns are made ahead. */
const AFTERWARDS = { look: 500, change: 1000 }
const SCROLL = 'scrolling, 600 px a frame'

interface Act {
  what: string
  /** In the page, as staff does it; not through the browser's remote control, which takes frames of its own. */
  act: () => unknown
  /** Whether the page shows what came of it. */
  shown: () => boolean
}

/** The worst frame of each act on the list of prospects, the middle one of three rounds, each with one prospect more than these. */
export async function worstFrames(
  page: Page,
  origin: string,
  sql: Database,
  prospects: number,
): Promise<Figure[]> {
  await page.evaluate(helpers)
  const worst = new Map<string, number[]>()
  const scrolled: number[] = []
  const measure = async (
    what: string,
    kind: keyof typeof AFTERWARDS,
    act: () => unknown,
    shown: () => Promise<unknown>,
  ) => {
    await page.evaluate(() => window.bench.begin())
    await act()
    await shown()
    await page.waitForTimeout(AFTERWARDS[kind])
    worst.set(what, [...(worst.get(what) ?? []), await page.evaluate(() => window.bench.worst())])
  }
  for (const [round, status] of ['Contacted', 'Responded', 'Submitted'].entries()) {
    for (const { what, act, shown } of acts) {
      await measure(
        what,
        'look',
        () => page.evaluate(act),
        () => page.waitForFunction(shown),
      )
    }
    await measure(
      SCROLL,
      'look',
      () => page.evaluate(() => window.bench.scroll()),
      async () => scrolled.push(await page.evaluate(() => window.bench.usual())),
    )
    await measure(
      'all marked',
      'change',
      () => page.evaluate((words) => window.bench.press(words), `Mark ${status}`),
      () => page.waitForFunction(() => document.body.textContent.includes('Status Updated')),
    )
    const all = (prospects + round + 1).toLocaleString('en')
    await measure(
      'a new prospect arrives',
      'change',
      () => importOne(page, origin, round),
      () => page.waitForFunction((words) => window.bench.summary().startsWith(words), `Showing ${all} of`),
    )
    await measure(
      'somebody else marks all',
      'change',
      () => sql`update prospects set contact_status = 'Selected'`,
      () => page.waitForFunction(() => window.bench.statuses() === 'Selected'),
    )
  }
  return [
    {
      what: `console, usual frame: ${SCROLL}`,
      ours: median(scrolled),
      unit: 'ms',
      reach: { atMost: 17 },
    },
    ...[...worst].map(
      ([what, times]): Figure => ({
        what: `console, worst frame: ${what}`,
        // Frames come in sixtieths: three of them are 50 ms, give or take what the clock leaves out.
        ours: Math.round(median(times)),
        unit: 'ms',
        reach: { atMost: FRAME },
      }),
    ),
  ]
}

/** An export of one record. */
function importOne(page: Page, origin: string, n: number) {
  const prospects = [{ name: `Salon 050000 ${n}`, country: 'US', phone: `+1212555010${n}` }]
  const file = { export_metadata: { export_id: `one-${n}`, source_app: 'bench' }, prospects }
  const buffer = Buffer.from(JSON.stringify(file))
  return page.context().request.post(`${origin}${importUpload.path}`, {
    headers: { origin },
    multipart: { jsonFile: { name: 'one.json', mimeType: 'application/json', buffer } },
  })
}

const orders = [
  ['Address', 'ascending'],
  ['Rating', 'descending'],
  ['Employees', 'descending'],
  ['Number', 'ascending'],
  ['Status', 'ascending'],
  ['Name', 'ascending'],
  ['Name', 'descending'],
].map(([name, way]): Act => {
  const head = `[...document.querySelectorAll('.sb-prospect-heads th')].find((th) => th.textContent === '${name}')`
  return {
    what: `sort by ${name}, ${way}`,
    act: new Function(`${head}.querySelector('button').click()`) as () => void,
    shown: new Function(`return ${head}.ariaSort === '${way}'`) as () => boolean,
  }
})

const words = 'input[placeholder^="Search prospects"]'
const category = '.sb-filters > :nth-child(2) select'
const setting = (field: string, value: string) =>
  new Function(`window.bench.set(${JSON.stringify(field)}, ${JSON.stringify(value)})`) as () => void

const acts: Act[] = [
  { what: 'nothing happens', act: () => undefined, shown: () => true },
  { what: 'search', act: setting(words, '7777'), shown: () => !window.bench.showsAll() },
  { what: 'search cleared', act: setting(words, ''), shown: () => window.bench.showsAll() },
  { what: 'filter', act: setting(category, 'Spa'), shown: () => !window.bench.showsAll() },
  { what: 'filter cleared', act: setting(category, ''), shown: () => window.bench.showsAll() },
  ...orders,
  {
    what: 'select all',
    act: () => document.querySelector<HTMLElement>('.sb-select-all input')?.click(),
    shown: () => document.querySelector('.sb-selection') !== null,
  },
]

declare global {
  interface Window {
    bench: {
      begin: () => void
      worst: () => number
      usual: () => number
      set: (selector: string, value: string) => void
      press: (name: string) => void
      scroll: () => Promise<void>
      summary: () => string
      showsAll: () => boolean
      statuses: () => string
    }
  }
}

/** What acts and looks in the page; each look costs less than a frame has. */
function helpers() {
  let frames: number[] = []
  let last = performance.now()
  const frame = (now: number) => {
    frames.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  window.bench = {
    begin() {
      frames = []
    },
    worst: () => Math.max(...frames),
    usual: () => frames.toSorted((a, b) => a - b)[frames.length >> 1] ?? 0,
    set(selector, value) {
      const field = document.querySelector(selector) as HTMLInputElement
      const kind = Object.getPrototypeOf(field)
      Object.getOwnPropertyDescriptor(kind, 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
    },
    press(name) {
      const buttons = [...document.querySelectorAll<HTMLElement>('.sb-selection button')]
      buttons.find(({ textContent }) => textContent === name)?.click()
    },
    async scroll() {
      const list = document.querySelector('.sb-prospects')
      for (let n = 0; n < 120; n++) {
        list?.scrollBy(0, 600)
        await new Promise(requestAnimationFrame)
      }
    },
    summary: () => document.querySelector('.sb-summary p')?.textContent ?? '',
    showsAll() {
      const [shown, all] = window.bench.summary().match(/[\d,]+/g) ?? []
      return shown === all
    },
    statuses() {
      const said = [...document.querySelectorAll('.sb-status-menu')].map(({ textContent }) => textContent)
      return [...new Set(said)].join(' ')
    },
  }
}
