import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { logIn, startServer } from '@salonback/shared/testing/server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { openDatabase } from './open.ts'

const here = (name: string) => readFile(fileURLToPath(new URL(name, import.meta.url)), 'utf8')

/** Our number on the simulated phone network. */
const SENDER = '+447700900100'

/** Figures shown by that release. */
const FIGURES = {
  totalProspects: 8,
  initialContactSent: 6,
  positiveResponses: 1,
  followupSent: 2,
  formSubmissions: 1,
  optOuts: 2,
  needsReview: 2,
  responseRate: 16.7,
  followupRate: 200,
  submissionRate: 50,
}

/** A data folder of the first release: owned by the superuser, three migrations, rows of an hour of use (pg_dump). */
async function firstReleaseFolder() {
  const dataDir = await mkdtemp(join(await scratchFolder(), 'salonback-first-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startEmbedded({ dataDir, unsafe: true })
  const sql = openDatabase(await server.superuserUrl(), { max: 1 })
  await sql.unsafe('alter database postgres owner to postgres')
  await sql.unsafe('drop role salonback')
  await rm(join(dataDir, 'postgres', 'service-password'))
  await sql.unsafe('create table migrations (name text primary key, at timestamptz not null default now())')
  for (const name of ['0001_initial', '0002_simulator', '0003_reply_status'])
    await sql.unsafe(await here(`migrations/${name}.sql`))
  // The dump includes rows that the migrations insert.
  await sql.unsafe('truncate secrets, send_bucket')
  await sql.unsafe(await here('firstRelease.sql'))
  await sql.end()
  await server.stop()
  return dataDir
}

/** Texts by the address of their sender; null for texts without one. */
async function senderCounts(dataDir: string) {
  const server = await startEmbedded({ dataDir, unsafe: true })
  const sql = openDatabase(server.url, { max: 1 })
  const rows = await sql<{ address: string | null; texts: number }[]>`
    select s.address, count(*)::int as texts from messages m left join senders s on s.id = m.sender_id group by 1`
  await sql.end()
  await server.stop()
  return [...rows]
}

test('a data folder of the first release starts with all its data', async () => {
  const dataDir = await firstReleaseFolder()
  const server = await startServer({ QUIET_HOURS: '00:00-24:00' }, { dataDir, port: await freePort() })
  onTestFinished(() => server.remove())
  const { staff } = await logIn(server.origin)
  expect(await staff.metrics.sms()).toEqual(FIGURES)
  const prospects = await staff.prospects.list()
  expect(prospects.map(({ name }) => name).sort()).toEqual(Array.from({ length: 8 }, (_, n) => `Salon ${n}`))
  expect(await staff.imports.list()).toMatchObject([
    { recordsAdded: 8, recordsDuplicated: 1, recordsErrored: 1 },
  ])
  expect(await staff.campaigns.list()).toMatchObject([{ state: 'finished', total: 6, delivered: 6 }])
  expect(await staff.leads.list()).toMatchObject([{ mobileNumber: '+447700900401' }])
  expect(await staff.contact.list()).toMatchObject({ queries: [{ name: 'Ann Noir' }] })
  expect(await staff.waitlist.list()).toMatchObject([{ mobileNumber: '+447700900300' }])
  const { messages } = await staff.messages.conversation({ number: '+447700900303' })
  expect(messages.map(({ from, body }) => [from, body.split('\n')[0]])).toEqual([
    [SENDER, 'Hi Salon 3, Salonback here. Interested? Reply STOP to opt out.'],
    ['+447700900303', 'how much does it cost'],
    [SENDER, expect.stringContaining('Nothing up front.')],
  ])
  // Opt-outs stay; others can be texted.
  const reply = (phoneNumber: string) => staff.messages.reply({ phoneNumber, message: 'Hello again' })
  await expect(reply('+447700900301')).rejects.toMatchObject({ status: 409 })
  expect(await reply('+447700900304')).toMatchObject({ status: expect.stringMatching(/sent|delivered/) })
  expect(await server.stop()).toBe(0)
  expect(await senderCounts(dataDir)).toEqual([{ address: SENDER, texts: expect.any(Number) }])
})
