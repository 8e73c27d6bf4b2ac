import type { Sql } from '../../db/open.ts'
import { findErased } from '../../privacy/hash.ts'
import type { Lags } from '../lags.ts'
import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import type { ActionName, Answer, Scene, Stage } from './scene.ts'

/** What is on the wire when a STOP is acknowledged may still arrive. */
const ON_THE_WIRE_MS = 300

const pairOf = (scene: Scene) => scene.pair.join(' × ')
const has = (scene: Scene, name: ActionName) => scene.pair.includes(name)

interface KeywordText {
  phone: string
  keyword: 'stop' | 'start'
  at: number
}

/**
 * The last committed STOP, START or erasure of a number decides whether it may be texted. Reads commit times by xmin, so
 * it must run before anything else updates these rows.
 */
export async function checkSuppression(stage: Stage, scenes: Scene[]): Promise<Row> {
  const { sql } = stage
  const texts = await sql<KeywordText[]>`
    select phone, case intent when 'opt_in' then 'start' else 'stop' end as keyword,
      extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000000 as at
    from messages where direction = 'inbound' and intent in ('opt_in', 'opt_out')
    union all
    select m.phone, 'stop', extract(epoch from pg_xact_commit_timestamp(r.xmin)) * 1000000
    from receipts r join messages m on m.sid = r.sid where r.error_code = 21610`
  const suppressed = await suppressedNow(stage, scenes)
  const lastOf = new Map<string, KeywordText>()
  for (const text of texts.sort((a, b) => a.at - b.at)) lastOf.set(text.phone, text)
  const spoken = scenes.filter((scene) => has(scene, 'stop') || has(scene, 'start') || has(scene, 'erase'))
  return countWrong(
    'a number may be texted exactly when its last word allows it',
    spoken,
    (scene) => {
      const last = lastOf.get(scene.phone)
      const erased = scene.erasures.length > 0
      const is = suppressed.has(scene.phone)
      // An erasure leaves a row that a later START deletes, so suppressed or a last START are both right here.
      if (erased)
        return is || last?.keyword === 'start' ? null : `${scene.phone} was erased and may be texted`
      const must = last?.keyword === 'stop'
      return is === must ? null : `${scene.phone}: last word ${last?.keyword ?? 'none'}, suppressed: ${is}`
    },
    pairOf,
  )
}

async function suppressedNow({ sql, apps }: Stage, scenes: Scene[]): Promise<Set<string>> {
  const phones = scenes.map(({ phone }) => phone)
  const rows = await sql<{ phone: string }[]>`
    select phone from unnest(${phones}::text[]) as phone where suppressed(phone)`
  const erased = await findErased(sql, apps[0].env, phones)
  return new Set([...rows.map(({ phone }) => phone), ...erased])
}

/** Everything else, when all is at rest. */
export async function checkAll(stage: Stage, scenes: Scene[], lags: Lags): Promise<Row[]> {
  const stored = await sidsStored(stage.sql)
  const taken = takenByPhone(stage)
  return [
    noneAfterStop(stage, scenes, lags),
    noneAfterCancel(stage, scenes, lags),
    countWrong(
      'at most one first text to a number, two campaigns and all',
      scenes,
      (scene) => {
        const firsts = (taken.get(scene.phone) ?? []).filter(({ body }) =>
          body.startsWith(`Hi ${scene.name},`),
        )
        return firsts.length > 1 ? `${scene.phone} got ${firsts.length}` : null
      },
      pairOf,
    ),
    repliesOnce(scenes, taken),
    inboundOnce(scenes, stored),
    await nothingStuck(stage, scenes),
    await agreesWithCarrier(stage, scenes),
    ...(await erasedWhole(stage, scenes)),
    answersExpected(scenes),
  ]
}

type TakenByPhone = Map<string, { body: string; at: number; forgotten: boolean }[]>

const takenByPhone = ({ carrier }: Stage): TakenByPhone => groupBy(carrier.taken.values(), ({ to }) => to)

function noneAfterStop({ carrier }: Stage, scenes: Scene[], lags: Lags): Row {
  const stopped = scenes.filter((scene) => scene.stoppedAt !== null && !has(scene, 'start'))
  const callsTo = groupBy(carrier.calls, ({ to }) => to)
  return countWrong(
    'no text leaves after an acknowledged STOP',
    stopped,
    (scene) => {
      const since = scene.stoppedAt ?? 0
      const late = (callsTo.get(scene.phone) ?? [])
        .filter(({ at }) => at > since)
        .map(({ at }) => lags.liveBetween(since, at))
        .filter((ms) => ms > ON_THE_WIRE_MS)
      return late.length > 0 ? `${scene.phone}: ${Math.max(...late).toFixed(0)} ms after` : null
    },
    pairOf,
  )
}

function noneAfterCancel({ carrier }: Stage, scenes: Scene[], lags: Lags): Row {
  const canceledAt = (scene: Scene) =>
    scene.answers.find(({ what, status }) => what === 'cancel' && status === 200)?.at
  const callsTo = groupBy(carrier.calls, ({ to }) => to)
  return countWrong(
    'no first text leaves after its campaign was canceled',
    scenes.filter((scene) => canceledAt(scene) !== undefined),
    (scene) => {
      const since = canceledAt(scene) ?? 0
      const late = (callsTo.get(scene.phone) ?? [])
        .filter(({ at, body }) => at > since && body.startsWith(`Hi ${scene.name}, Salonback here`))
        .map(({ at }) => lags.liveBetween(since, at))
        .filter((ms) => ms > ON_THE_WIRE_MS)
      return late.length > 0 ? `${scene.phone}: ${Math.max(...late).toFixed(0)} ms after` : null
    },
    pairOf,
  )
}

function repliesOnce(scenes: Scene[], taken: TakenByPhone): Row {
  const replies = scenes.flatMap((scene) => scene.replies.map((reply) => ({ scene, ...reply })))
  return countWrong(
    'a reply answered 200 arrived once; one refused never did',
    replies,
    ({ scene, body, status }) => {
      const arrived = (taken.get(scene.phone) ?? []).filter((text) => text.body === body).length
      const wanted = status === 200 ? 1 : 0
      return arrived === wanted ? null : `${scene.phone}: answered ${status}, arrived ${arrived} times`
    },
    ({ scene }) => pairOf(scene),
  )
}

async function sidsStored(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ sid: string }[]>`select sid from messages where direction = 'inbound'`
  return new Set(rows.map(({ sid }) => sid))
}

function inboundOnce(scenes: Scene[], stored: Set<string>): Row {
  const texts = scenes
    .filter((scene) => !has(scene, 'erase'))
    .flatMap((scene) => scene.acknowledged.map(({ sid }) => ({ scene, sid })))
  return countWrong(
    'a received text answered 200 is kept',
    texts,
    ({ scene, sid }) => (stored.has(sid) ? null : `${scene.phone}: ${sid} is lost`),
    ({ scene }) => pairOf(scene),
  )
}

interface Left {
  phone: string
  body: string
  status: string
  state: string | null
  errorMessage: string | null
}

async function nothingStuck({ sql, carrier }: Stage, scenes: Scene[]): Promise<Row> {
  const left = await sql<Left[]>`
    select m.phone, m.body, m.status, m.error_message, o.state from messages m left join campaigns o on o.id = m.campaign_id
    where m.direction = 'outbound'`
  const byPhone = new Map(scenes.map((scene) => [scene.phone, scene]))
  const withCarrier = new Set([...carrier.taken.values()].map(({ to, body }) => `${to} ${body}`))
  return countWrong(
    'no text is left queued or half sent, none unknown that the carrier has',
    left,
    ({ phone, body, status, state, errorMessage }) => {
      const isLeft = status === 'queued' || status === 'sending'
      // What the carrier does not have is left for a person: that is the rule for a first text.
      const isMissed = status === 'unknown' && withCarrier.has(`${phone} ${body}`)
      return isLeft || isMissed ? `${phone}: ${status} (${errorMessage}), campaign ${state}` : null
    },
    ({ phone }) => pairOf(byPhone.get(phone) as Scene),
  )
}

interface Outbound {
  phone: string
  sid: string | null
  status: string
  accepted: boolean
}

/** Both ways: what we say was sent the carrier has, and what the carrier has we say was sent, in its own words. */
async function agreesWithCarrier({ sql, carrier }: Stage, scenes: Scene[]): Promise<Row> {
  const rows = await sql<Outbound[]>`
    select phone, sid, status, accepted_at is not null as accepted from messages where direction = 'outbound'`
  const byPhone = new Map(scenes.map((scene) => [scene.phone, scene]))
  const bySid = new Map(rows.flatMap((one) => (one.sid === null ? [] : [[one.sid, one]])))
  const erased = new Set(scenes.filter((scene) => has(scene, 'erase')).map(({ phone }) => phone))
  const texts = [...carrier.taken.values()].filter(({ to }) => !erased.has(to))
  const claims = rows.filter((one) => one.accepted).map((one) => ({ phone: one.phone, text: null, one }))
  return countWrong(
    'our record and the carrier’s agree, text by text',
    [...claims, ...texts.map((text) => ({ phone: text.to, text, one: bySid.get(text.sid) }))],
    ({ phone, text, one }) => {
      if (!one) return `${phone}: the carrier has ${text?.sid}, we do not`
      if (!text)
        return carrier.taken.has(one.sid ?? '') ? null : `${phone}: ${one.status}, unknown to the carrier`
      if (!one.accepted) return `${phone}: the carrier has it, we say ${one.status}`
      if (text.status === 'queued' || text.status === 'sent' || !text.acknowledged.has(text.status))
        return null
      return one.status === text.status
        ? null
        : `${phone}: the carrier says ${text.status}, we say ${one.status}`
    },
    ({ phone }) => pairOf(byPhone.get(phone) as Scene),
  )
}

/** Every column that can hold words, of every table there is. */
async function tablesWithText(sql: Sql) {
  return sql<{ name: string; columns: string[] }[]>`
    select format('%I.%I', table_schema, table_name) as name, array_agg(column_name::text) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
      and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY')
    group by 1`
}

/** What is left of anybody who was erased, as a saying for each; also that they may be texted. */
async function leftOfErased(stage: Stage, erased: Scene[]): Promise<(scene: Scene) => string | null> {
  const { sql, carrier } = stage
  const traces = new Map<string, string>()
  for (const { name, columns } of await tablesWithText(sql)) {
    const words = columns.map((column) => `"${column}"::text`).join(', ')
    // +447401…, 07401 …, 0044 (0)7401-…: all begin alike, because these numbers do.
    const found = await sql.unsafe<{ found: string }[]>(
      `select regexp_replace(m[1], '\\D', '', 'g') as found
       from ${name}, regexp_matches(concat_ws(' ', ${words}), '(7\\D{0,3}4\\D{0,3}0\\D{0,3}1(?:\\D{0,3}\\d){6})', 'g') as m`,
    )
    for (const { found: digits } of found) traces.set(`+44${digits}`, name)
  }
  const suppressed = await suppressedNow(stage, erased)
  const withCarrier = new Set(
    [...carrier.taken.values()].filter((text) => !text.forgotten).map(({ to }) => to),
  )
  return ({ phone }) => {
    if (traces.has(phone)) return `${phone} is still in ${traces.get(phone)}`
    if (withCarrier.has(phone)) return `the carrier still has a text to ${phone}`
    return suppressed.has(phone) ? null : `${phone} may be texted`
  }
}

/** Those of whom something came while they were erased: they are erased once more, and then all must be gone. */
export async function notGone(stage: Stage, scenes: Scene[]): Promise<Scene[]> {
  const erased = scenes.filter((scene) => has(scene, 'erase'))
  const left = await leftOfErased(stage, erased)
  return erased.filter((scene) => left(scene) !== null)
}

async function erasedWhole(stage: Stage, scenes: Scene[]): Promise<Row[]> {
  const erased = scenes.filter((scene) => has(scene, 'erase'))
  const left = await leftOfErased(stage, erased)
  return [
    countWrong('of an erased number nothing is left but its hash', erased, left, pairOf),
    countWrong(
      'erasure ends, or says that a text is being sent',
      erased.flatMap((scene) => scene.erasures.map((erasure) => ({ scene, erasure }))),
      ({ erasure }) => ('crashed' in erasure ? erasure.crashed : null),
      ({ scene }) => pairOf(scene),
    ),
  ]
}

/** Answers that a caller can be given. Everything else is a failure of ours. */
const expected: Record<string, number[]> = {
  yes: [200],
  stop: [200],
  start: [200],
  receipt: [204],
  claim: [200],
  reply: [200, 409],
  cancel: [200, 409],
  pause: [200, 409],
  import: [200],
}

function answersExpected(scenes: Scene[]): Row {
  const answers = scenes.flatMap((scene) => scene.answers.map((answer): [Scene, Answer] => [scene, answer]))
  return countWrong(
    'every call is answered as it should be, no 5xx',
    answers,
    ([, { what, status, text }]) =>
      expected[what]?.includes(status) ? null : `${what}: ${status} ${text.slice(0, 200)}`,
    ([scene]) => pairOf(scene),
  )
}
