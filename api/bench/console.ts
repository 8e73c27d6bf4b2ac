import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '@salonback/shared/testing/browser.ts'
import { credentials, type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import type { Browser, Page } from 'playwright'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { worstFrames } from './consoleFrames.ts'
import { type Figure, median } from './table.ts'

/** With those that arrive no more than can be marked at once. */
const PROSPECTS = 99_990
const TEXTS = 100_000
const LONG_CONVERSATION = 500
const ROUNDS = 5

/** The console with 100 000 prospects: how soon its list is there beside a bare page, and the worst frame of what staff does. */
export async function benchConsole(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonback-bench-'))
  const database = await startEmbedded({ dataDir, unsafe: true })
  const sql = openDatabase(database.url)
  const browser = await launchBrowser()
  try {
    await migrate(sql)
    const server = await startServer({ DATABASE_URL: database.url })
    try {
      await fill(sql)
      return await measure(browser, server, sql)
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
async function fill(sql: Database) {
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
    from generate_series(0, ${PROSPECTS - 1}::integer) n`
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
    from generate_series(1, ${TEXTS}::integer) n
    join (select *, row_number() over (order by name) - 1 as place from prospects) p on p.place = n % ${PROSPECTS}::integer`
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

async function measure(browser: Browser, { origin }: RunningServer, sql: Database): Promise<Figure[]> {
  const opened: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = await inPage(browser, origin, (page) => openProspects(page, origin))
    const bare = await inPage(browser, origin, (page) => openBare(page, origin))
    // The first round warms the server.
    if (round === 0) continue
    opened.ours.push(ours)
    opened.bare.push(bare)
  }
  return [
    {
      what: 'console: list of 100 000 usable',
      ours: median(opened.ours),
      reference: median(opened.bare),
      unit: 'ms',
      beside: 'bare page, same list',
      reach: { atMost: 1.3 },
    },
    ...(await inPage(browser, origin, async (page) => {
      await openProspects(page, origin)
      const frames = await worstFrames(page, origin, sql, PROSPECTS)
      const held: Figure = { what: 'console: heap after a collection', ours: await heap(page), unit: 'MB' }
      return [...frames, held]
    })),
    {
      what: `console: conversation of ${LONG_CONVERSATION} to its last text`,
      ours: await inPage(browser, origin, (page) => openConversation(page, origin)),
      unit: 'ms',
    },
  ]
}

/** In a browser of its own, logged in, with nothing cached. */
async function inPage<T>(browser: Browser, origin: string, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    // The functions below are sent as text; tsx names their inner functions with a helper the page lacks.
    await context.addInitScript('globalThis.__name = (one) => one')
    await context.request.post(`${origin}/api/admin/login`, { data: credentials, headers: { origin } })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    return await use(page)
  } finally {
    await context.close()
  }
}

/** Milliseconds of the page's own clock from navigation to the first rows. */
async function openProspects(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/admin?tab=prospects`)
  const shown = await page.waitForFunction(() => document.querySelector('.sb-prospect') && performance.now())
  return Number(await shown.jsonValue())
}

/** The same, where the page does nothing but read the list and show its first lines. */
async function openBare(page: Page, origin: string): Promise<number> {
  await page.addInitScript(() => {
    void fetch('/api/admin/prospects').then(async (answer) => {
      const rows = (await answer.json()) as { name: string }[]
      for (const { name } of rows.slice(0, 20))
        document.body.append(Object.assign(document.createElement('p'), { textContent: name }))
    })
  })
  await page.goto(`${origin}/robots.txt`)
  const shown = await page.waitForFunction(() => document.querySelector('p') && performance.now())
  return Number(await shown.jsonValue())
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

/** Megabytes the page still holds after a collection. */
async function heap(page: Page): Promise<number> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('HeapProfiler.collectGarbage')
  const { usedSize } = await wire.send('Runtime.getHeapUsage')
  return usedSize / 1024 / 1024
}
