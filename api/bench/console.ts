import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '@salonback/shared/testing/browser.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import type { Browser, BrowserContext, Page } from 'playwright'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'

const small = { prospects: 1000, messages: 10_000 }
const large = { prospects: 100_000, messages: 1_000_000 }
const LONG_CONVERSATION = 500

interface Figures {
  /** Milliseconds from navigation, nothing cached, to rows on screen. */
  usable: number
  filterMedian: number
  filterWorst: number
  sortFirst: number
  sortWorst: number
  frames: number
  framesOver50: number
  worstFrame: number
  selectAll: number
  bulk: number
  conversation: number
  arrival: number
  heapMegabytes: number
}

/** Prints how the console holds up with 100,000 prospects and a million texts, beside a hundredth of that. */
export async function benchConsole(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonback-bench-'))
  const database = await startEmbedded({ dataDir, unsafe: true })
  const sql = openDatabase(database.url)
  const browser = await launchBrowser()
  try {
    await migrate(sql)
    const server = await startServer({ DATABASE_URL: database.url })
    try {
      await fill(sql, small)
      const before = await measure(browser, server)
      await fill(sql, large)
      const after = await measure(browser, server)
      print(before, after, await measureBare(browser, server))
    } finally {
      await server.stop()
      await server.remove()
    }
  } finally {
    await browser.close()
    await sql.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Prospects with numbers of the North American 555 exchange, where no subscriber lives, and texts spread over
 * them; the first prospect's conversation is a long one and its last text the newest of all.
 */
async function fill(sql: Database, { prospects, messages }: typeof small) {
  await sql`truncate prospects, messages cascade`
  await sql`
    insert into prospects (name, category, country, phone, phone_type, address, rating, review_count, team_size, contact_status)
    select
      'Salon ' || lpad(n::text, 6, '0'),
      (array['Nail Salon', 'Hair Salon', 'Spa', 'Barber', 'Brow Bar'])[1 + n % 5],
      (array['US', 'CA'])[1 + n % 2],
      '+1' || (202 + n / 10000) || '555' || lpad((n % 10000)::text, 4, '0'),
      (array['mobile', 'landline'])[1 + (n % 7) / 6],
      n || ' King St',
      case when n % 10 = 0 then null else round((2 + (n % 30) / 10.0)::numeric, 1) end,
      n % 400,
      1 + n % 15,
      (array['Selected', 'Contacted', 'Responded', 'Submitted'])[n % 8]
    from generate_series(0, ${prospects - 1}::integer) n`
  await sql`
    insert into messages (direction, kind, phone, our_number, body, prospect_id, created_at, status, accepted_at, processed, intent)
    select
      case when n % 4 = 0 then 'inbound' else 'outbound' end,
      case when n % 4 = 0 then 'inbound' else 'reply' end,
      p.phone,
      '+447700900100',
      'What does it cost, and do I have to do anything myself? Text number ' || n,
      p.id,
      now() - make_interval(secs => n * 5),
      case when n % 4 = 0 then 'received' else 'delivered' end,
      case when n % 4 = 0 then null else now() end,
      n % 40 > 0,
      case when n % 4 = 0 then 'unclear' end
    from generate_series(1, ${messages}::integer) n
    join (select *, row_number() over (order by name) - 1 as place from prospects) p on p.place = n % ${prospects}::integer`
  await sql`
    insert into messages (direction, kind, phone, our_number, body, prospect_id, created_at, status, accepted_at, processed, intent)
    select
      case when n % 2 = 0 then 'inbound' else 'outbound' end,
      case when n % 2 = 0 then 'inbound' else 'reply' end,
      p.phone, '+447700900100', 'A text of a long conversation, number ' || n, p.id,
      now() - make_interval(secs => n), case when n % 2 = 0 then 'received' else 'delivered' end,
      now(), true, case when n % 2 = 0 then 'unclear' end
    from generate_series(0, ${LONG_CONVERSATION - 1}::integer) n
    join (select * from prospects order by name limit 1) p on true`
  await sql`analyze`
}

async function measure(browser: Browser, server: RunningServer): Promise<Figures> {
  const { context, page } = await staff(browser, server.origin)
  try {
    const usable = await openProspects(page, server.origin)
    const filters = await timeFilters(page)
    const sorts = await timeSorts(page)
    const scrolled = await scroll(page)
    const selectAll = await timeSelectAll(page)
    const bulk = await timeBulk(page)
    const heapMegabytes = await heap(page)
    const conversation = await openConversation(page, server.origin)
    const arrival = await timeArrival(browser, server.origin, page)
    return {
      usable,
      ...filters,
      ...sorts,
      ...scrolled,
      selectAll,
      bulk,
      conversation,
      arrival,
      heapMegabytes,
    }
  } finally {
    await context.close()
  }
}

/** A browser of its own, logged in. */
async function staff(browser: Browser, origin: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  // The functions below are sent as text; tsx names their inner functions with a helper the page lacks.
  await context.addInitScript('globalThis.__name = (one) => one')
  await logIn(context, origin)
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  return { context, page }
}

async function logIn(context: BrowserContext, origin: string) {
  await context.request.post(`${origin}/api/admin/login`, {
    data: { username: 'maya', password: 'correct horse' },
    headers: { origin },
  })
}

/**
 * What the same machine does at the same time with nothing of ours in the page: the same list fetched and parsed,
 * and plain lines scrolled the same way. Whatever else runs here shows in this column too.
 */
async function measureBare(browser: Browser, server: RunningServer): Promise<Partial<Figures>> {
  const { context, page } = await staff(browser, server.origin)
  try {
    await page.goto(`${server.origin}/robots.txt`)
    const usable = await page.evaluate(async () => {
      const start = performance.now()
      await (await fetch('/api/admin/prospects')).json()
      return performance.now() - start
    })
    await page.evaluate(() => {
      const line = '<li style="height:64px">Salon 000001, 120 King St, Chicago</li>'
      document.body.innerHTML = `<ul class="sb-prospects" style="height:800px;overflow:auto">${line.repeat(5000)}</ul>`
    })
    return { usable, ...(await scroll(page)) }
  } finally {
    await context.close()
  }
}

/** Milliseconds of the page's own clock from navigation to the first row. */
async function openProspects(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/admin?tab=prospects`)
  const rows = await page.waitForFunction(() => document.querySelector('.sb-prospect') && performance.now())
  return Number(await rows.jsonValue())
}

/** Milliseconds from choosing in a filter to the frame that shows its result. */
async function timeFilters(page: Page) {
  const times: number[] = []
  for (const [label, value] of [
    ['Category', 'Spa'],
    ['Country', 'US'],
    ['Category', ''],
    ['Rating Range', '4-5'],
    ['Country', ''],
    ['Rating Range', ''],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    const option = value || (await field.locator('option').first().getAttribute('value')) || ''
    times.push(
      await field.evaluate(async (select: HTMLSelectElement, chosen) => {
        const shown = () => document.querySelector('.sb-page [role=status]')?.textContent
        const before = shown()
        const start = performance.now()
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, chosen)
        select.dispatchEvent(new Event('change', { bubbles: true }))
        while (shown() === before) await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
        return performance.now() - start
      }, option),
    )
  }
  times.sort((one, other) => one - other)
  return { filterMedian: times[Math.floor(times.length / 2)] ?? 0, filterWorst: times.at(-1) ?? 0 }
}

/** A hard flick through the list: 600 pixels a frame for 300 frames, and what each frame took. */
function scroll(page: Page) {
  return page.locator('.sb-prospects').evaluate(async (list) => {
    const frames: number[] = []
    let last = performance.now()
    for (let n = 0; n < 300; n++) {
      list.scrollBy(0, 600)
      await new Promise(requestAnimationFrame)
      const now = performance.now()
      frames.push(now - last)
      last = now
    }
    return {
      frames: frames.length,
      framesOver50: frames.filter((frame) => frame > 50).length,
      worstFrame: Math.max(...frames),
    }
  })
}

/** Milliseconds from the click on a column's head to the frame that shows its order; the first and the worst. */
async function timeSorts(page: Page) {
  const times: number[] = []
  for (const name of ['Address', 'Rating', 'Employees', 'Number', 'Address', 'Name']) {
    const head = page.locator('.sb-prospect-heads th', { hasText: name })
    times.push(
      await head.evaluate(async (cell: HTMLElement) => {
        const start = performance.now()
        cell.querySelector('button')?.click()
        while (!cell.hasAttribute('aria-sort')) await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
        return performance.now() - start
      }),
    )
  }
  return { sortFirst: times[0] ?? 0, sortWorst: Math.max(...times) }
}

async function timeSelectAll(page: Page): Promise<number> {
  return page.getByRole('checkbox', { name: /^Select all/ }).evaluate(async (box: HTMLInputElement) => {
    const start = performance.now()
    box.click()
    while (!document.querySelector('[aria-label=Selection]')) await new Promise(requestAnimationFrame)
    return performance.now() - start
  })
}

/** Milliseconds from the click to the word that every selected prospect has its new status, on the server too. */
async function timeBulk(page: Page): Promise<number> {
  const start = Date.now()
  await page.getByRole('button', { name: 'Mark Contacted' }).click()
  await page.getByText('Status Updated', { exact: true }).waitFor()
  return Date.now() - start
}

/** Milliseconds from the click on an inbox line to the last text of its 500 in the thread. */
async function openConversation(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/admin?tab=sms&number=%2B12025550007`)
  await page.locator('.sb-thread-row').first().waitFor()
  await page.locator('.sb-inbox-item-open').first().waitFor()
  return page
    .locator('.sb-inbox-item-open')
    .first()
    .evaluate(async (line: HTMLElement) => {
      const start = performance.now()
      line.click()
      const last = () => document.querySelector('.sb-thread')?.textContent ?? ''
      while (!last().includes('long conversation, number 0')) await new Promise(requestAnimationFrame)
      return performance.now() - start
    })
}

/** Milliseconds from an owner's Send to their text on the screens of two browsers, the slower one's; the worst of five. */
async function timeArrival(browser: Browser, origin: string, mine: Page): Promise<number> {
  const { context, page } = await staff(browser, origin)
  try {
    await page.goto(`${origin}/admin?tab=sms`)
    await page.locator('.sb-inbox-item-open').first().waitFor()
    const times: number[] = []
    for (let n = 1; n <= 5; n++) {
      const words = `Do you do Sundays? Asked ${n}`
      const start = Date.now()
      await handsetsOf(origin).send(`+1202555${String(n).padStart(4, '0')}`, words)
      await Promise.all([mine, page].map((one) => one.getByText(words).first().waitFor()))
      times.push(Date.now() - start)
    }
    return Math.max(...times)
  } finally {
    await context.close()
  }
}

/** Megabytes the page still holds after a collection. */
async function heap(page: Page): Promise<number> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('HeapProfiler.collectGarbage')
  const { usedSize } = await wire.send('Runtime.getHeapUsage')
  return usedSize / 1024 / 1024
}

function print(before: Figures, after: Figures, bare: Partial<Figures>) {
  const milliseconds = (value: number) => `${Math.round(value)} ms`
  const rows: [name: string, of: (figures: Figures) => string][] = [
    ['cold page to a usable list (≤ 2500)', ({ usable }) => milliseconds(usable)],
    ['filter to paint, median (≤ 100)', ({ filterMedian }) => milliseconds(filterMedian)],
    ['filter to paint, worst of 6', ({ filterWorst }) => milliseconds(filterWorst)],
    ['order by address, the first', ({ sortFirst }) => milliseconds(sortFirst)],
    ['order by any column, worst of 6', ({ sortWorst }) => milliseconds(sortWorst)],
    ['scrolling: frames over 50 ms', ({ framesOver50, frames }) => `${framesOver50} of ${frames}`],
    ['scrolling: worst frame (≤ 100)', ({ worstFrame }) => milliseconds(worstFrame)],
    ['select all to the bar', ({ selectAll }) => milliseconds(selectAll)],
    ['bulk change of all, saved', ({ bulk }) => milliseconds(bulk)],
    [
      `conversation of ${LONG_CONVERSATION} to its last text`,
      ({ conversation }) => milliseconds(conversation),
    ],
    ['text to two open screens, worst (≤ 1000)', ({ arrival }) => milliseconds(arrival)],
    ['heap after a collection, Prospects open', ({ heapMegabytes }) => `${heapMegabytes.toFixed(1)} MB`],
  ]
  const size = ({ prospects, messages }: typeof small) =>
    `${prospects.toLocaleString('en-US')} / ${messages.toLocaleString('en-US')}`
  const line = (name: string, ...columns: string[]) =>
    process.stdout.write(`${name.padEnd(42)}${columns.map((text) => text.padStart(22)).join('')}\n`)
  line('prospects / texts', size(small), size(large), 'bare page, same list')
  const known = { ...after, ...bare }
  const measuredBare = new Set(['cold', 'scrolling:'])
  for (const [name, of] of rows) {
    line(name, of(before), of(after), measuredBare.has(name.split(' ')[0] ?? '') ? of(known) : '')
  }
}
