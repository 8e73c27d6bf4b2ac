import { contracts } from '@salonback/shared/contracts.ts'
import type { AnyEndpoint } from '@salonback/shared/http/endpoint.ts'
import { launchBrowser } from '@salonback/shared/testing/browser.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { logIn, startServer } from '@salonback/shared/testing/server.ts'
import { type Database, openDatabase } from '../../db/open.ts'
import { fictional, makeProspects, makeText } from '../../testing/factories.ts'
import { createDatabase, startPostgres } from '../../testing/postgres.ts'
import { exportOf } from '../../testing/upload.ts'
import { countWrong } from '../rows.ts'
import { schemaOf } from '../schema.ts'
import type { Proving, Row } from '../suite.ts'
import { answers, textsOf, xss } from './payloads.ts'
import { type Ids, walkConsole, walkPages } from './walk.ts'
import { type Finding, type Watch, watch } from './watch.ts'

/**
 * No screen asks for one campaign: what it says stands in the list that is asked for; nor for all received texts at once,
 * whose pages have the same rows; nor, without a list's tag, for what changed in it, which is drawn as its rows are. The short form does not come as far as the preview, which stands behind a
 * selection and a written text.
 */
const UNASKED = {
  short: ['campaigns.get', 'campaigns.preview', 'messages.inbound', 'prospects.changes'],
  full: ['campaigns.get', 'messages.inbound', 'prospects.changes'],
}

/**
 * Stored texts that would be scripts: written wherever a person or the carrier can write, and put behind every text of
 * the contract that a screen is given. A real Chromium opens every screen; nothing may run, and nothing become an element.
 */
export async function scripts(proving: Proving): Promise<Row[]> {
  const { atEnd, log, signal, scale } = proving
  const { server, sql } = await setStage(proving)
  const browser = await launchBrowser()
  atEnd(() => browser.close())
  const ids = await store(server.origin, sql)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const state = await watch(context)
  const data = { username: 'maya', password: 'correct horse' }
  await context.request.post(`${server.origin}/api/admin/login`, { data, headers: { origin: server.origin } })
  const walk = { context, watch: state, origin: server.origin, signal, scale }
  const screens = (await walkPages(walk, wordsAsked())) + (await walkConsole(walk, ids))
  const texts = [
    ...new Set(
      answers
        .filter(({ name }) => !UNASKED[scale].includes(name))
        .flatMap(({ name, reply }) => textsOf(reply, name)),
    ),
  ]
  log(`${screens} screens, dialogs and pages; ${texts.length} texts of the contract, ${state.spoilt} spoilt`)
  return [
    found(state, 'no stored text runs as script', 'script', screens),
    found(state, 'no stored text opens a dialog', 'dialog', screens),
    found(state, 'no stored text becomes an element or an address', 'element', screens),
    found(state, 'no stored text meets the content policy', 'policy', screens),
    found(state, 'no screen breaks by it', 'error', screens),
    countWrong(
      'every text of the contract was shown with scripts in it',
      texts,
      (text) => (state.given.has(text) ? null : text),
      (text) => text,
    ),
  ]
}

function found({ found: all }: Watch, what: string, kind: Finding['kind'], tried: number): Row {
  const ones = all.filter((one) => one.kind === kind)
  const first = ones[0]
  return { what, tried, wrong: ones.length, ...(first && { note: `${first.what}, at ${first.at}` }) }
}

/** The names under which public pages may be told something in their address. */
function wordsAsked(): string[] {
  const shapes = Object.values(contracts).flatMap((calls) =>
    Object.values(calls as Record<string, AnyEndpoint>)
      .filter(({ access }) => access === 'public')
      .flatMap(({ query, body }) => [query, body]),
  )
  const names = shapes.flatMap((shape) => {
    const { properties } = shape ? schemaOf<{ properties?: object }>(shape, 'input') : {}
    return Object.keys(properties ?? {})
  })
  return [...new Set(names)]
}

async function setStage({ atEnd }: Proving) {
  const postgres = await startPostgres()
  atEnd(postgres.stop)
  const url = await createDatabase(postgres.url, 'scripts')
  const sql = openDatabase(url, { max: 2 })
  atEnd(() => sql.end({ timeout: 5 }))
  const server = await startServer({ DATABASE_URL: url, QUIET_HOURS: '00:00-24:00' })
  atEnd(server.remove)
  atEnd(server.kill)
  return { server, sql }
}

/** Says it everywhere a person or the carrier can, and makes one of each thing that a screen lists. */
async function store(origin: string, sql: Database): Promise<Ids> {
  const { staff, staffFetch } = await logIn(origin)
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', origin }
    const answer = await staffFetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    // What is not stored is shown on no screen, and nothing would be proven.
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  const short = xss.slice(0, 290)
  await post('/api/contact', {
    name: short.slice(0, 90),
    email: 'a@b.example',
    subject: short.slice(0, 150),
    message: xss,
  })
  await post('/api/waitlist', {
    ...questionnaire,
    hardestPartText: short.slice(0, 200),
    motivatingOfferText: xss,
    magicWandText: xss,
  })
  await post('/api/leads', { mobileNumber: fictional(500) })
  const record = {
    name: short,
    category: short.slice(0, 190),
    phone: fictional(501),
    phone_type: 'mobile',
    address: xss,
  }
  const form = new FormData()
  const file = exportOf([record, { name: xss.slice(0, 200), phone: xss }], {
    export_id: short,
    source_app: short,
  })
  form.append('jsonFile', new File([file], 'e.json'))
  await staffFetch(`${origin}/api/admin/import`, { method: 'POST', headers: { origin }, body: form })
  // So that the list of those not reached has somebody in it.
  await handsetsOf(origin).injectFault({ kind: 'refuse', number: fictional(512), code: 21211 })
  // One more than are texted: where nobody is left to text, the preview has no samples to show.
  const others = await makeProspects(sql, 4, 510)
  const prospectIds = others.slice(0, 3).map(({ id }) => id)
  const { id: campaign } = await staff.campaigns.start({
    prospectIds,
    template: `Salonback ${xss.replace(/[{}]/g, '')}`,
    basis: 'consent',
  })
  for (const phone of [fictional(501), fictional(510)]) {
    await post(`/dev/phones/api/handsets/${encodeURIComponent(phone)}/send`, { body: xss })
  }
  await staff.messages.reply({ phoneNumber: fictional(501), message: xss })
  await staff.messages.recordOptOut({ phoneNumber: fictional(511), reason: xss })
  await makeText(sql, { phone: fictional(501), status: 'unknown', body: xss, acceptedAt: null })
  await sql`update messages set error_code = 30003, error_message = ${xss}
    where kind = 'first_text' and phone = ${fictional(512)}`
  const refused = await makeText(sql, {
    phone: fictional(501),
    status: 'failed',
    body: xss,
    acceptedAt: null,
  })
  await sql`update messages set error_message = ${xss} where id = ${refused.id}`
  await sql`update public_text_stop set stopped_at = now(), kind = 'country', place = ${xss}, texts = 9`
  // In an hour the carrier would be asked, and this be over.
  await sql`insert into restored (taken_at, restored_at, trouble) values (now(), now() + interval '1 hour', ${xss})`
  const [response] = await sql<[{ id: string }]>`select id from waitlist_responses limit 1`
  return { campaign, response: response.id }
}

const questionnaire = {
  customerCount: '500-1000',
  mobileNumbersCount: '250-500',
  avgSpend: '60-100',
  hasMarketingConsent: 'yes-clearly',
  consentAgreed: true,
  mobileNumber: fictional(502),
  email: 'hello@thelashroom.example',
}
