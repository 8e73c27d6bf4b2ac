import { setTimeout as wait } from 'node:timers/promises'
import { logIn, sessionCookie, startServer } from '@salonback/shared/testing/server.ts'
import { openDatabase } from '../../db/open.ts'
import { createDatabase, startPostgres } from '../../testing/postgres.ts'
import { rawRequest } from '../../testing/rawClient.ts'
import { ACCOUNT_SID, AUTH_TOKEN, SENDER } from '../../testing/start.ts'
import { inboundParams, messageSid, signedHook } from '../../testing/webhooks.ts'
import { createRandom } from '../random.ts'
import { countWrong } from '../rows.ts'
import type { Proving, Row } from '../suite.ts'
import { type Callers, makeNuisance, type Nuisance, openCallers, openStream } from './clients.ts'

const SIZES = {
  short: { perSecond: 80, seconds: 6, streams: 20, nuisances: 10 },
  full: { perSecond: 500, seconds: 60, streams: 200, nuisances: 75 },
}
/** The carrier waits no longer for a webhook's answer. */
const CARRIER_WAITS_MS = 15_000
const HEALTHY_MS = 1000
const TICK_MS = 20
const nuisances: Nuisance[] = ['says nothing', 'trickles its headers', 'stops in its body', 'takes no answer']

interface Text {
  sid: string
  status: number
  ms: number
}

/**
 * Load: received texts at a steady rate, whatever the answers do, with consoles listening and hundreds of clients
 * that keep the server waiting. Server and Postgres are processes of their own; this one only sends and counts.
 */
export async function load(proving: Proving): Promise<Row[]> {
  const { scale, log, signal, seed } = proving
  const size = SIZES[scale]
  const { server, sql } = await setStage(proving)
  const cookie = await sessionCookie(server.origin)
  const streams = await Promise.all(
    Array.from({ length: size.streams }, () => openStream(server.origin, cookie)),
  )
  const sockets = nuisances.flatMap((kind) =>
    Array.from({ length: size.nuisances }, () => makeNuisance(server.origin, kind)),
  )
  proving.atEnd(() => {
    for (const one of streams) one.close()
    for (const one of sockets) one.destroy()
  })
  const health = await watchHealth(server.origin)
  const texts = await sendTexts(server.origin, size, createRandom(seed), signal)
  const probes = await health.stop()
  log(`${texts.length} texts; slowest answer ${Math.round(Math.max(...texts.map(({ ms }) => ms)))} ms`)
  const stored = new Map(
    (
      await sql<{ sid: string; count: number }[]>`
      select sid, count(*) as count from messages where direction = 'inbound' group by sid`
    ).map((row) => [row.sid, row.count]),
  )
  await wait(500)
  const times = texts.map(({ ms }) => ms).sort((a, b) => a - b)
  const p99 = Math.round(times[Math.floor(times.length * 0.99)] ?? 0)
  return [
    {
      ...countWrong('every text is answered with 200', texts, ({ status }) =>
        status === 200 ? null : `${status}`,
      ),
      note: `p50 ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms, p99 ${p99} ms`,
    },
    countWrong('every text is stored, once', texts, ({ sid }) =>
      stored.get(sid) === 1 ? null : `${stored.get(sid)}`,
    ),
    countWrong('health answers within a second', probes, ({ status, ms }) =>
      status === 200 && ms < HEALTHY_MS ? null : `${status} after ${Math.round(ms)} ms`,
    ),
    countWrong('every console stays connected and hears', streams, ({ open, heard }) =>
      open && heard > 0 ? null : `${open ? 'open' : 'closed'}, heard ${heard}`,
    ),
    { what: 'the server ends by itself afterwards', tried: 1, wrong: (await server.stop()) === 0 ? 0 : 1 },
  ]
}

async function setStage({ atEnd }: Proving) {
  const postgres = await startPostgres()
  atEnd(postgres.stop)
  const url = await createDatabase(postgres.url, 'load')
  const sql = openDatabase(url, { max: 2 })
  atEnd(() => sql.end({ timeout: 5 }))
  const server = await startServer({
    DATABASE_URL: url,
    TWILIO_ACCOUNT_SID: ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: AUTH_TOKEN,
    TWILIO_FROM_NUMBER: SENDER,
    // Nothing is sent here: a closed port says so at once.
    TWILIO_API_BASE_URL: 'http://127.0.0.1:9',
  })
  atEnd(server.kill)
  atEnd(server.remove)
  await logIn(server.origin)
  return { server, sql }
}

type Size = (typeof SIZES)[keyof typeof SIZES]

/** At a steady rate, whether or not earlier ones have been answered. */
async function sendTexts(
  origin: string,
  size: Size,
  random: ReturnType<typeof createRandom>,
  signal: AbortSignal,
) {
  const callers = await openCallers(origin, { atOnce: 256, withinMs: CARRIER_WAITS_MS })
  const answers: Promise<Text>[] = []
  const from = performance.now()
  for (let due = 0; due < size.perSecond * size.seconds && !signal.aborted; await wait(TICK_MS)) {
    const soFar = Math.min(
      size.perSecond * size.seconds,
      Math.floor(((performance.now() - from) / 1000) * size.perSecond),
    )
    for (; due < soFar; due++) answers.push(sendText(origin, callers, due, random))
  }
  const texts = await Promise.all(answers)
  callers.close()
  return texts
}

async function sendText(
  origin: string,
  callers: Callers,
  n: number,
  random: ReturnType<typeof createRandom>,
) {
  const path = '/api/webhooks/twilio/inbound'
  const sid = messageSid()
  const From = `+4477009${String(random.between(0, 99_999)).padStart(5, '0')}`
  const { body, headers } = signedHook({
    origin,
    path,
    params: inboundParams({ From, Body: `Text ${n}`, MessageSid: sid }),
  })
  return { sid, ...(await callers.call(rawRequest(origin, path, headers, body))) }
}

/** Asks both health calls four times a second, as a balancer would, until it is stopped. */
async function watchHealth(origin: string) {
  const callers = await openCallers(origin, { atOnce: 8, withinMs: 10_000 })
  const requests = ['/healthz', '/readyz'].map((path) => rawRequest(origin, path, {}))
  const probes: Promise<{ status: number; ms: number }>[] = []
  const timer = setInterval(() => {
    for (const request of requests) probes.push(callers.call(request))
  }, 250)
  return {
    async stop() {
      clearInterval(timer)
      const answered = await Promise.all(probes)
      callers.close()
      return answered
    },
  }
}
