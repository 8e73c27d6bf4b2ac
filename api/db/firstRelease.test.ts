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

test('a data folder of the first release starts with all its data', async () => {
  const server = await startServer(
    { QUIET_HOURS: '00:00-24:00' },
    { dataDir: await firstReleaseFolder(), port: await freePort() },
  )
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
  expect(messages.map(({ direction, body }) => [direction, body.split('\n')[0]])).toEqual([
    ['outbound', 'Hi Salon 3, Salonback here. Interested? Reply STOP to opt out.'],
    ['inbound', 'how much does it cost'],
    ['outbound', expect.stringContaining('Nothing up front.')],
  ])
  // Opt-outs stay; others can be texted.
  const reply = (phoneNumber: string) => staff.messages.reply({ phoneNumber, message: 'Hello again' })
  await expect(reply('+447700900301')).rejects.toMatchObject({ status: 409 })
  expect(await reply('+447700900304')).toMatchObject({ status: expect.stringMatching(/sent|delivered/) })
  expect(await server.stop()).toBe(0)
}, 120_000)
