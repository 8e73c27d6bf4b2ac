import { launchBrowser } from '@salonback/shared/testing/browser.ts'
import { credentials, startServer } from '@salonback/shared/testing/server.ts'
import type { Browser, Page } from 'playwright'
import { type Database, openDatabase } from '../platform/db/open.ts'
import { worstFrames } from './consoleFrames.ts'
import { type Figure, median } from './table.ts'
import { withDatabase } from './withDatabase.ts'

const SMALL = 5000
const LARGE = 100_000
const TEXTS = 100_000
const ROUNDS = 5

/**
 * Time until the list of prospects is usable, compared with a page that only fetches it, and the worst frames of typing
 * and sorting.
 */
export const benchConsole = (): Promise<Figure[]> => withDatabase(measure)

async function measure(url: string): Promise<Figure[]> {
  const server = await startServer({ DATABASE_URL: url })
  const sql = openDatabase(url)
  const browser = await launchBrowser()
  try {
    await fill(sql, SMALL)
    const small = await measureFrames(browser, server.origin, { prospects: SMALL, atMost: 50 })
    await fill(sql, LARGE)
    const opening = await measureOpening(browser, server.origin)
    const large = await measureFrames(browser, server.origin, { prospects: LARGE, atMost: 150 })
    return [opening, ...large, ...small]
  } finally {
    await browser.close()
    await sql.end()
    await server.stop()
    await server.remove()
  }
}

/** Replaces all prospects and texts. Numbers are from the 555 exchange of North America, which has no subscribers. */
async function fill(sql: Database, prospects: number) {
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
    from generate_series(1, ${TEXTS}::integer) n
    join (select *, row_number() over (order by name) - 1 as position from prospects) p
      on p.position = n % ${prospects}::integer`
  await sql`analyze`
}

async function measureOpening(browser: Browser, origin: string): Promise<Figure> {
  const console: number[] = []
  const bare: number[] = []
  // The first round warms the server up.
  for (let round = 0; round <= ROUNDS; round++) {
    const times = [
      await inNewPage(browser, origin, openProspects),
      await inNewPage(browser, origin, openBare),
    ] as const
    if (round === 0) continue
    console.push(times[0])
    bare.push(times[1])
  }
  return {
    what: `list of ${format(LARGE)} usable`,
    today: median(console),
    reference: median(bare),
    referenceName: 'bare page, same list',
    unit: 'ms',
    floor: { of: 'today', atMost: 2500 },
  }
}

async function measureFrames(
  browser: Browser,
  origin: string,
  { prospects, atMost }: { prospects: number; atMost: number },
): Promise<Figure[]> {
  const frames = await inNewPage(browser, origin, async (page) => {
    await openProspects(page, origin)
    return worstFrames(page)
  })
  return Object.entries(frames).map(([activity, today]) => ({
    what: `worst frame while ${activity}, ${format(prospects)}`,
    today,
    unit: 'ms',
    floor: { of: 'today', atMost },
  }))
}

const format = (prospects: number) => `${prospects.toLocaleString('en')} prospects`

/** Runs `use` in a new, logged-in browser context with an empty cache. */
async function inNewPage<T>(
  browser: Browser,
  origin: string,
  use: (page: Page, origin: string) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    // Functions are sent to the page as text; tsx wraps named ones in a helper that the page lacks.
    await context.addInitScript('globalThis.__name = (value) => value')
    await context.request.post(`${origin}/api/admin/login`, { data: credentials, headers: { origin } })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    return await use(page, origin)
  } finally {
    await context.close()
  }
}

/** Milliseconds from navigation to the first rows. */
async function openProspects(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/admin?tab=prospects`)
  const shown = await page.waitForFunction(() => document.querySelector('.sb-prospect') && performance.now())
  return Number(await shown.jsonValue())
}

/** The same for a page that only fetches the list and shows the first names. */
async function openBare(page: Page, origin: string): Promise<number> {
  await page.addInitScript(() => {
    void fetch('/api/admin/prospects').then(async (response) => {
      const rows = (await response.json()) as { name: string }[]
      for (const { name } of rows.slice(0, 20))
        document.body.append(Object.assign(document.createElement('p'), { textContent: name }))
    })
  })
  await page.goto(`${origin}/robots.txt`)
  const shown = await page.waitForFunction(() => document.querySelector('p') && performance.now())
  return Number(await shown.jsonValue())
}
