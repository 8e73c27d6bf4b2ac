import { WORDING_VERSION } from '@salonback/shared/salons/join/wording.ts'
import { testApp } from './app.ts'
import { textsOnHandset } from './handsetTexts.ts'
import { readySalon } from './salons.ts'
import { textFrom } from './webhooks.ts'

/** Two salons with join pages, and what a client can do there. */
export async function joinApp(settings: Record<string, string> = {}) {
  const app = await testApp(settings)
  const { sql, origin, request, worker, clock } = app
  const salonAt = async (name: string) => {
    const salon = await readySalon(app, name)
    const [row] = await sql<[{ slug: string }]>`select slug from salons where id = ${salon.id}`
    return { ...salon, slug: row.slug }
  }
  const [salon, other] = [await salonAt('Glow & Co.'), await salonAt('Opal Spa')]
  /** Posts a form as the browser does. */
  const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    request(path, {
      method: 'POST',
      headers: { origin, ...headers },
      body: new URLSearchParams(fields),
    })
  /** Fills in the form of a salon. */
  const ask = (phone: string, { to = salon, headers = {}, ...fields }: Ask = {}) =>
    post(`/join/${to.slug}`, { phone, agree: 'yes', wording: WORDING_VERSION, ...fields }, headers)
  /** Sends what is due, at one text a second, and returns the texts of this handset. */
  const received = async (phone: string) => {
    for (let n = 0; n < 3; n++) {
      clock.advance(1000)
      await worker.round()
    }
    return textsOnHandset(sql, phone)
  }
  /** The link in the last text of this handset. */
  const linkFor = async (phone: string) =>
    new URL(/http\S+/.exec((await received(phone)).at(-1) ?? '')?.[0] ?? '').pathname
  /** Where that link leads. */
  const confirmPathFor = async (phone: string) => {
    const { url } = await request(await linkFor(phone))
    return new URL(url).pathname
  }
  const textTo = (to: { sender: { address: string } }, phone: string, body: string) =>
    textFrom(origin, phone, body, { To: to.sender.address })
  const consents = () =>
    sql<
      { phone: string; kind: string; source: string; wording: string; evidence: object; messageId: string }[]
    >`
      select phone, kind, source, wording, evidence, message_id from consent_events order by id`
  return { ...app, salon, other, post, ask, received, linkFor, confirmPathFor, textTo, consents }
}

interface Ask extends Record<string, unknown> {
  to?: { slug: string }
  headers?: Record<string, string>
}
