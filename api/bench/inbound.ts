import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startServer } from '@salonback/shared/testing/server.ts'
import { openDatabase } from '../db/open.ts'
import { type Answer, openRawClient, rawRequest } from '../testing/rawClient.ts'
import { ACCOUNT_SID, AUTH_TOKEN, SENDER } from '../testing/start.ts'
import { inboundParams, messageSid, signedHook } from '../testing/webhooks.ts'
import { cpuOf } from './cpu.ts'
import { onPostgres, type Place } from './postgres.ts'
import { type Figure, median, percentile } from './table.ts'

const ROUNDS = 3
const ROUND_MS = 4000
const CONNECTIONS = 32
const PATH = '/api/webhooks/twilio/inbound'
const PROSPECTS = 100_000

/** Received texts a second through one process, beside pgbench that writes the same rows by plain statements. */
export const benchInbound = (): Promise<Figure[]> => onPostgres(measure)

async function measure({ url, folder, postmaster }: Place): Promise<Figure[]> {
  const server = await startServer({
    DATABASE_URL: url,
    TWILIO_ACCOUNT_SID: ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: AUTH_TOKEN,
    TWILIO_FROM_NUMBER: SENDER,
    TWILIO_API_BASE_URL: 'http://127.0.0.1:9',
  })
  try {
    await addProspects(url)
    const script = join(folder, 'inbound.sql')
    await writeFile(script, PLAIN_STATEMENTS)
    const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => openRawClient(server.origin)))
    const rates: number[] = []
    const plain: number[] = []
    const full: number[] = []
    let texts = 0
    let ourCpu = 0
    let itsCpu = 0
    await fullLoad(server.origin, clients, 1000)
    for (let round = 0; round < ROUNDS; round++) {
      const [node, database] = [cpuOf(server.child.pid as number), cpuOf(postmaster)]
      const answers = await fullLoad(server.origin, clients, ROUND_MS)
      ourCpu += cpuOf(server.child.pid as number) - node
      itsCpu += cpuOf(postmaster) - database
      texts += answers.length
      rates.push(answers.length / (ROUND_MS / 1000))
      full.push(
        percentile(
          answers.map(({ ms }) => ms),
          99,
        ),
      )
      plain.push(await pgbench(url, script, folder))
    }
    const half = await steadyLoad(server.origin, clients, median(rates) / 2)
    for (const client of clients) client.close()
    return [
      {
        what: 'inbound texts stored, 32 connections',
        ours: median(rates),
        reference: median(plain),
        unit: 'a second',
        beside: 'pgbench',
        reach: { atLeast: 0.6 },
        note: `full load: p99 ${Math.round(median(full))} ms`,
      },
      {
        what: 'inbound, CPU of the service a text',
        ours: ourCpu / texts,
        unit: 'ms CPU',
        note: `${(itsCpu / texts).toFixed(2)} ms more in Postgres`,
      },
      {
        what: 'inbound, half load: p99',
        ours: percentile(
          half.map(({ ms }) => ms),
          99,
        ),
        unit: 'ms',
        reach: { atMost: 40 },
      },
    ]
  } finally {
    await server.stop()
    await server.remove()
  }
}

async function addProspects(url: string) {
  const sql = openDatabase(url, { max: 1 })
  await sql`
    insert into prospects (name, phone, category, country)
    select 'Salon ' || n, '+447' || (300000000 + n), 'Hair Salon', 'GB' from generate_series(1, ${PROSPECTS}) n`
  await sql`analyze prospects`
  await sql.end()
}

type Clients = Awaited<ReturnType<typeof openRawClient>>[]

function nextText(origin: string): Buffer {
  const From = `+447${300_000_001 + Math.floor(Math.random() * PROSPECTS)}`
  const { body, headers } = signedHook({
    origin,
    path: PATH,
    params: inboundParams({ From, Body: 'What time do you open on Saturday?', MessageSid: messageSid() }),
  })
  return rawRequest(origin, PATH, headers, body)
}

function checked(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`inbound answered ${answer.status}`)
  return answer
}

/** Each connection asks again as soon as it is answered. Signed beforehand: that costs as much as the service's check. */
async function fullLoad(origin: string, clients: Clients, forMs: number): Promise<Answer[]> {
  const signed = Array.from({ length: forMs * 3 }, () => nextText(origin))
  const answers: Answer[] = []
  const end = performance.now() + forMs
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end)
        answers.push(checked(await client.ask(signed.pop() ?? nextText(origin))))
    }),
  )
  return answers
}

/** A text every so often on whichever connection is free, whatever the answers do. */
async function steadyLoad(origin: string, clients: Clients, perSecond: number): Promise<Answer[]> {
  const signed = Array.from({ length: Math.floor((perSecond * ROUND_MS) / 1000) }, () => nextText(origin))
  const free = [...clients]
  const answers: Promise<Answer>[] = []
  const from = performance.now()
  for (let sent = 0; sent < signed.length; await wait(2)) {
    for (; sent < Math.min(signed.length, ((performance.now() - from) / 1000) * perSecond); sent++) {
      const client = free.shift()
      if (!client) break
      answers.push(
        client
          .ask(signed[sent] as Buffer)
          .then(checked)
          .finally(() => free.push(client)),
      )
    }
  }
  return Promise.all(answers)
}

/** What storing a text takes, a statement each, as the first release sent them. */
const PLAIN_STATEMENTS = `\\set n random(1, ${PROSPECTS})
\\set sid random(1, 9000000000000000000)
begin;
select pg_advisory_xact_lock(1, hashtext('+447' || (300000000 + :n)));
select exists (select 1 from suppressions where phone = '+447' || (300000000 + :n));
insert into messages (direction, kind, phone, our_number, body, created_at, sid, segments, num_media, status, intent,
  is_opt_out, raw, prospect_id)
values ('inbound', 'inbound', '+447' || (300000000 + :n), '${SENDER}', 'What time do you open on Saturday?', now(),
  'SM' || :sid, 1, 0, 'received', 'unknown', false, '${JSON.stringify(inboundParams({ From: '+447300000001', Body: 'What time do you open on Saturday?' }))}',
  (select id from prospects where phone = '+447' || (300000000 + :n)))
on conflict (sid) where sid is not null do nothing returning id;
select id, contact_status from prospects where phone = '+447' || (300000000 + :n) for no key update;
commit;
`

async function pgbench(url: string, script: string, cwd: string): Promise<number> {
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    '32',
    '-j',
    '1',
    '-T',
    String(ROUND_MS / 1000),
    '-f',
    script,
    url,
  ]
  const { stdout } = await promisify(execFile)('pgbench', options, { cwd })
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!(rate > 0)) throw new Error(`pgbench said: ${stdout}`)
  return rate
}
