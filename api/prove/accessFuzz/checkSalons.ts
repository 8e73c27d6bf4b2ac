import { contracts } from '@salonback/shared/contracts.ts'
import type { AnyEndpoint } from '@salonback/shared/platform/http/endpoint.ts'
import { eventsPath } from '@salonback/shared/platform/http/wire.ts'
import { FunnelStep } from '@salonback/shared/sales/metrics/contract.ts'
import { endpoints } from '@salonback/shared/testing/endpoints.ts'
import { queueText } from '../../core/messages/outbox.ts'
import type { Sender } from '../../core/messages/senders.ts'
import { makeText } from '../../testing/factories.ts'
import { startApp } from '../../testing/start.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { openSuiteDatabase } from '../database.ts'
import { countWrong } from '../rows.ts'
import { addSalonSenders } from '../senders.ts'
import type { Row, SuiteContext } from '../suite.ts'
import { type SalonTexts, SHARED_PHONE, storeSalonTexts } from './salonTexts.ts'

type App = Awaited<ReturnType<typeof startApp>>

/** A valid call of staff about the texts of a salon. */
interface Call {
  name: string
  method: string
  path: string
  body?: object | undefined
  /** By the id of a text: the response must be 404. */
  byId: boolean
}

interface Answer extends Call {
  status: number
  text: string
}

/** Values of parameters that are no id: every one that the contract allows. */
const otherParameters: Record<string, string[]> = {
  '{key}': ['auto_followup_enabled'],
  '{step}': [...FunnelStep.options],
}

/** Calls of the Sales side and the event stream must not show a salon's conversation. */
export async function checkSalons(context: SuiteContext): Promise<Row[]> {
  const { sql } = await openSuiteDatabase(context)
  const app = await startApp({ sql, clock: () => new Date() })
  context.atEnd(app.stop)
  const { origin } = app
  const salons = (await addSalonSenders(sql)).slice(1)
  const texts: SalonTexts[] = []
  for (const [n, sender] of salons.entries()) texts.push(await storeSalonTexts(sql, { sender, n: n + 1 }))
  await textFrom(origin, SHARED_PHONE, 'For the agency')
  await makeText(sql, { phone: SHARED_PHONE, body: 'From the agency' })
  const answers: Answer[] = []
  for (const call of [...texts.flatMap(callsAbout), ...texts.map(recordOptOut)])
    answers.push(await perform(app, call))
  const events = await readEvents(app, salons, texts)
  const secrets = texts.flatMap(({ ids, phones, word }) => [...ids, ...phones, word])
  return [
    countWrong(
      'no staff call answers with a text, id or number of a salon',
      answers,
      ({ name, method, path, body, byId, status, text }) => {
        if (byId ? status !== 404 : status >= 400) return `${name}: status ${status}`
        // A number that the call contains may be repeated.
        const given = decodeURIComponent(path) + JSON.stringify(body ?? {})
        const shown = secrets.find((secret) => text.includes(secret) && !given.includes(secret))
        return shown ? `${method} ${path} shows ${shown}` : null
      },
      ({ name }) => name,
    ),
    countWrong('no event names a text or number of a salon', events, (event) => {
      const shown = secrets.find((secret) => event.includes(secret))
      return shown ? `${event.trim()} names ${shown}` : null
    }),
  ]
}

/** Calls of the salons workspace, and those that join both: one person, and the search over everything. */
const isOfSalons = ({ path }: AnyEndpoint) => /^\/api\/admin\/(salons|mails|people|search)(\/|$)/.test(path)

function callsAbout({ ids, phones, word }: SalonTexts): Call[] {
  const tried = endpoints.filter((row) => row.access !== 'public' && row.access !== 'key' && !isOfSalons(row))
  const call = (name: string, method: string, path: string, more: Partial<Call> = {}): Call => ({
    ...{ name, method, path, byId: false },
    ...more,
  })
  const calls = tried.flatMap(({ name, method, path, example }): Call[] => {
    const parameter = /\{\w+\}/.exec(path)?.[0]
    const callWith = (value: string, more: Partial<Call> = {}) =>
      call(name, method, path.replace(parameter ?? '', encodeURIComponent(value)), more)
    if (parameter === '{id}')
      return ids.map((id) => callWith(id, { byId: true, body: example as object | undefined }))
    if (method !== 'GET') return []
    if (parameter === '{number}') return [...phones, SHARED_PHONE].map((phone) => callWith(phone))
    return parameter ? (otherParameters[parameter] ?? []).map((value) => callWith(value)) : [callWith('')]
  })
  const searches = [word, ...phones].map((search) => `search=${encodeURIComponent(search)}`)
  const filters = ['review', 'optout', 'processed'].map((filter) => `filter=${filter}`)
  const { path } = contracts.messages.inboxPage
  const pages = [...searches, ...filters].map((query) =>
    call('messages.inboxPage', 'GET', `${path}?${query}`),
  )
  return [...calls, ...pages]
}

/** Staff record an opt-out of a number that has sent STOP to the salon. Afterwards their list shows this number. */
const recordOptOut = ({ phones }: SalonTexts): Call => ({
  name: 'messages.recordOptOut',
  method: 'POST',
  path: contracts.messages.recordOptOut.path,
  body: { phoneNumber: phones[1], reason: 'Rang us' },
  byId: false,
})

async function perform({ staffRequest, origin }: App, call: Call): Promise<Answer> {
  const { method, path, body } = call
  const headers = { origin, ...(body && { 'content-type': 'application/json' }) }
  const response = await staffRequest(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { ...call, status: response.status, text: await response.text() }
}

const EVENTS_TIMEOUT_MS = 10_000

/** The events while each salon receives and sends a text, until one about a later text of the agency. */
async function readEvents(app: App, salons: Sender[], texts: SalonTexts[]): Promise<string[]> {
  const { origin, sql, worker, staffRequest } = app
  const stream = await staffRequest(eventsPath, { signal: AbortSignal.timeout(EVENTS_TIMEOUT_MS) })
  for (const [n, sender] of salons.entries()) {
    const [phone = ''] = texts[n]?.phones ?? []
    const body = `Again ${texts[n]?.word}`
    await textFrom(origin, phone, body, { To: sender.address })
    await queueText(sql, { kind: 'reply', phone, body, dedupeKey: body, sender, now: new Date() })
  }
  await worker.round()
  await textFrom(origin, SHARED_PHONE, 'For the agency again')
  let received = ''
  for await (const chunk of stream.body ?? []) {
    received += Buffer.from(chunk).toString()
    if (received.includes(SHARED_PHONE)) break
  }
  return received.split('\n\n').filter((event) => event !== '')
}
