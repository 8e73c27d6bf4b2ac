import { importUpload } from '@salonback/shared/imports/contract.ts'
import { changedWork } from '@salonback/shared/prospects/changes.ts'
import type { Prospect, ProspectChanges, ProspectRow } from '@salonback/shared/prospects/contract.ts'
import { modelOf, prospectAt } from '@salonback/shared/prospects/model.ts'
import { atOnce } from '@salonback/shared/prospects/slowColumn.ts'
import { expect, test } from 'vitest'
import { inTransaction, type Sql } from '../db/open.ts'
import { erase } from '../privacy/erase.ts'
import { NOON, testApp } from '../testing/app.ts'
import { fictional, makeProspect, makeProspects } from '../testing/factories.ts'
import { exportOf, exportRecord } from '../testing/upload.ts'
import { textFrom } from '../testing/webhooks.ts'
import { pruneChanges } from './changes.ts'
import { setStatuses } from './queries.ts'

type App = Awaited<ReturnType<typeof testApp>>

const nothing = { reset: false, placed: [], statuses: [], deleted: [], more: false }

/** Where the list stands, as its ETag says. */
async function positionOf({ staffRequest }: App): Promise<string> {
  const { headers } = await staffRequest('/api/admin/prospects', {
    headers: { 'accept-encoding': 'identity' },
  })
  return /"(.*)"/.exec(headers.get('etag') ?? '')?.[1] ?? ''
}

/** What it says apart from transactions that are open, which may be other tests'. */
const newestIn = (position: string) => position.split('_', 2).join('_')

/** A console: it reads the list once, and from then on what changed. */
async function follow(app: App) {
  let since = await positionOf(app)
  let rows: ProspectRow[] = await app.staff.prospects.list()
  return {
    rows: () => rows.map((_, index) => prospectAt(modelOf(rows), index)),
    async read(): Promise<ProspectChanges> {
      const told = await app.staff.prospects.changes({ since })
      since = told.next
      rows = atOnce(changedWork(rows, told)) as ProspectRow[]
      return told
    },
  }
}

/** A transaction that has changed something and waits to commit. */
async function heldOpen(sql: Sql, change: (open: Sql) => Promise<unknown>) {
  let commit: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    commit = resolve
  })
  let done: Promise<unknown> = Promise.resolve()
  await new Promise<void>((begun) => {
    done = inTransaction(sql as App['sql'], async (open) => {
      await change(open)
      begun()
      await released
    })
  })
  return async () => {
    commit()
    await done
  }
}

const mark = (sql: Sql, id: string, status: string) =>
  sql`update prospects set contact_status = ${status} where id = ${id}`

test('a console that reads what changed has the list, whoever changed it', async () => {
  const app = await testApp()
  const { sql, staff, visitor, worker, origin, env, clock } = app
  const [one, two, three, four] = (await makeProspects(sql, 4)) as [Prospect, Prospect, Prospect, Prospect]
  const console = await follow(app)
  const upload = async (...records: object[]) => {
    const body = new FormData()
    body.append('jsonFile', new File([exportOf(records)], 'e.json', { type: 'application/json' }))
    expect((await app.staffRequest(importUpload.path, { method: 'POST', body })).status).toBe(200)
  }
  const told: Record<string, [placed: number, statuses: number, deleted: number]> = {}
  const steps: [string, () => Promise<unknown>][] = [
    ['nothing', async () => undefined],
    ['a status', () => staff.prospects.setStatus({ id: one.id, contactStatus: 'Selected' })],
    ['the same status', () => staff.prospects.setStatus({ id: one.id, contactStatus: 'Selected' })],
    [
      'many',
      () => staff.prospects.setStatuses({ ids: [one.id, two.id, three.id], contactStatus: 'Submitted' }),
    ],
    ['an import', () => upload(exportRecord(1, { name: 'Élan' }), exportRecord(2, { name: 'salon 2b' }))],
    [
      'first texts',
      async () => {
        const template = 'Hi {name}, it is Salonback.'
        await staff.campaigns.start({ prospectIds: [four.id], template, basis: 'consent' })
        await worker.round()
      },
    ],
    ['a yes', () => textFrom(origin, four.phone, 'Yes please')],
    [
      'a form',
      () =>
        visitor.waitlist.submit({
          customerCount: '500-1000',
          mobileNumbersCount: '250-500',
          avgSpend: '60-100',
          hasMarketingConsent: 'yes-clearly',
          hardestPartText: 'Nobody answers',
          consentAgreed: true,
          mobileNumber: four.phone,
        }),
    ],
    ['an erasure', () => erase(sql, env, null, { phone: three.phone, emails: [], now: clock() })],
    ['another name', () => sql`update prospects set name = 'Zebra' where id = ${one.id}`],
  ]
  for (const [what, act] of steps) {
    await act()
    const { placed, statuses, deleted } = await console.read()
    told[what] = [placed.length, statuses.length, deleted.length]
    expect(console.rows(), what).toEqual(await staff.prospects.list())
  }
  expect(told).toEqual({
    nothing: [0, 0, 0],
    'a status': [0, 1, 0],
    'the same status': [0, 0, 0],
    many: [0, 3, 0],
    'an import': [2, 0, 0],
    'first texts': [0, 1, 0],
    'a yes': [0, 1, 0],
    'a form': [0, 1, 0],
    'an erasure': [0, 0, 1],
    'another name': [1, 0, 0],
  })
})

test('a change that commits late is told all the same, and once', async () => {
  const app = await testApp()
  const { sql } = app
  const [early, late] = (await makeProspects(sql, 2)) as [Prospect, Prospect]
  const since = await positionOf(app)
  const commit = await heldOpen(sql, (open) => mark(open, early.id, 'Selected'))
  await mark(sql, late.id, 'Submitted')
  const first = await app.staff.prospects.changes({ since })
  expect(first.statuses).toEqual([{ id: late.id, contactStatus: 'Submitted' }])
  const meanwhile = await app.staff.prospects.changes({ since: first.next })
  expect(meanwhile).toEqual({ ...nothing, next: meanwhile.next })
  await commit()
  const second = await app.staff.prospects.changes({ since: meanwhile.next })
  expect(second.statuses).toEqual([{ id: early.id, contactStatus: 'Selected' }])
  expect(await app.staff.prospects.changes({ since: second.next })).toMatchObject(nothing)
  // The list that was read while the first was under way says the same.
  expect((await app.staff.prospects.changes({ since })).statuses).toHaveLength(2)
})

test('what is rolled back was never there', async () => {
  const app = await testApp()
  const { id } = await makeProspect(app.sql)
  const since = await positionOf(app)
  const broken = inTransaction(app.sql, async (open) => {
    await mark(open, id, 'Selected')
    throw new Error('refused')
  })
  await expect(broken).rejects.toThrow('refused')
  expect(await app.staff.prospects.changes({ since })).toMatchObject(nothing)
})

test('the list’s tag stays while other things happen, so an unchanged list is not sent', async () => {
  const app = await testApp()
  await makeProspect(app.sql)
  const since = await positionOf(app)
  await app.visitor.leads.submit({ mobileNumber: '+447700900145' })
  await textFrom(app.origin, fictional(7), 'Hello?')
  expect(newestIn(await positionOf(app))).toBe(newestIn(since))
  const headers = { 'if-none-match': `W/"other", "${since}"` }
  expect((await app.staffRequest('/api/admin/prospects', { headers })).status).toBe(304)
  const commit = await heldOpen(app.sql, (open) => open`update prospects set contact_status = 'Selected'`)
  expect((await app.staffRequest('/api/admin/prospects', { headers })).status).toBe(304)
  await commit()
  expect((await app.staffRequest('/api/admin/prospects', { headers })).status).toBe(200)
})

test('many changes come by pages, each prospect once', async () => {
  const app = await testApp()
  const { sql, staff } = app
  await sql`
    insert into prospects (name, phone)
    select 'Salon ' || n, '+1' || (2000000000 + n) from generate_series(1, 25000) n`
  let since = await positionOf(app)
  await sql`update prospects set contact_status = 'Contacted'`
  await sql`update prospects set contact_status = 'Selected'`
  const ids: string[] = []
  const sizes: number[] = []
  for (let more = true; more; ) {
    const told = await staff.prospects.changes({ since })
    expect(told.statuses.every(({ contactStatus }) => contactStatus === 'Selected')).toBe(true)
    ids.push(...told.statuses.map(({ id }) => id))
    sizes.push(told.statuses.length)
    // What happens between two pages is told by the call after the last.
    if (sizes.length === 1) await mark(sql, ids[0] as string, 'Submitted')
    ;({ next: since, more } = told)
  }
  expect(sizes).toEqual([10_000, 10_000, 5000])
  expect(new Set(ids).size).toBe(25_000)
  expect(await staff.prospects.changes({ since })).toMatchObject({
    statuses: [{ id: ids[0], contactStatus: 'Submitted' }],
    more: false,
  })
})

test('more than a few thousand new ones are a reason to read the list again', async () => {
  const app = await testApp()
  await makeProspect(app.sql)
  const since = await positionOf(app)
  await app.sql`
    insert into prospects (name, phone)
    select 'Salon ' || n, '+1' || (2000000000 + n) from generate_series(1, 5001) n`
  const { reset, placed, next } = await app.staff.prospects.changes({ since })
  expect({ reset, placed }).toEqual({ reset: true, placed: [] })
  expect(newestIn(next)).toBe(newestIn(await positionOf(app)))
})

/** Other tests on the server have transactions of their own, which hold it up. */
async function pruneAll(sql: Sql) {
  const later = new Date(Date.now() + 30 * 3_600_000)
  const left = async () => {
    await pruneChanges(sql, later)
    return (await sql`select from prospect_changes`).count
  }
  await expect.poll(left).toBe(0)
}

const lost: [string, (app: App, since: string) => unknown][] = [
  ['nothing was said', () => ''],
  ['it is none', () => "x'); drop table prospects"],
  ['it is of another database', (_, since) => since.replace(/^[^_]+/, crypto.randomUUID())],
  ['it lies ahead', (_, since) => since.replace(/_\d+_/, '_999999999999_')],
  ['all prospects were replaced', ({ sql }) => sql`truncate prospects cascade`],
  ['the database crashed', ({ sql }) => sql`truncate prospect_changes, prospect_list`],
  [
    'it is older than what is kept',
    async ({ sql }) => {
      await sql`update prospects set contact_status = 'Selected'`
      await pruneAll(sql)
    },
  ],
]

test.each(lost)('a position is unknown where %s; from the next one on changes are told', async (_, lose) => {
  const app = await testApp()
  await makeProspect(app.sql)
  const before = await positionOf(app)
  const result = await lose(app, before)
  const told = await app.staff.prospects.changes({ since: typeof result === 'string' ? result : before })
  expect(told).toEqual({ ...nothing, reset: true, next: told.next })
  const { id } = await makeProspect(app.sql, { phone: fictional(9) })
  const after = await app.staff.prospects.changes({ since: told.next })
  expect(after.placed.map(({ prospect }) => prospect.id)).toEqual([id])
})

test('a position stays good when what came before it goes', async () => {
  const app = await testApp()
  const { id } = await makeProspect(app.sql)
  // One that names no open transaction: other tests' are older than what is deleted here.
  let since = ''
  const read = async () => {
    since = await positionOf(app)
    return since
  }
  await expect.poll(read).toMatch(/_$/)
  await pruneAll(app.sql)
  expect(newestIn(await positionOf(app))).toBe(newestIn(since))
  await mark(app.sql, id, 'Selected')
  expect((await app.staff.prospects.changes({ since })).statuses).toHaveLength(1)
})

test('many prospects change at once within seconds, after changes of one on the same connection', async () => {
  const { sql } = await testApp()
  await sql`
    insert into prospects (name, phone)
    select 'Salon ' || n, '+1' || (2000000000 + n) from generate_series(1, 30000) n`
  await inTransaction(sql, async (open) => {
    await open`set local statement_timeout = '4s'`
    const rows = await open<{ id: string }[]>`select id from prospects`
    for (const { id } of rows.slice(0, 8)) await setStatuses(open, [id], 'Selected', NOON)
    const ids = rows.map(({ id }) => id)
    expect(await setStatuses(open, ids, 'Submitted', NOON)).toBe(30_000)
  })
})
