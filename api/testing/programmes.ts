import { sendChasers } from '../salons/chasers/sendChasers.ts'
import { runProgrammes } from '../salons/programmes/runProgrammes.ts'
import { type App, copiedWorld, testApp } from './app.ts'
import { ownerLink, tokenOf } from './ownerLink.ts'
import { later, readySalon, storeList } from './salons.ts'

export const OWNER = '+447700900301'

export const TEXT = '{salon}: Hi {firstName}, 20% off your visit. Reply STOP to opt out.'
export const numbers = Array.from({ length: 6 }, (_, n) => `+44770090060${n}`)

/** What the owner reads, with `URL` for each link. */
export const ASK =
  'Salonback for Aoife Hair: please share a fresh client list, so that this month’s texts can start: URL'

export const rowOf = (phone: string) => `Mary,${phone},2025-09-01,Yes`

interface MakeProgramme {
  /** Of the approval. */
  until?: string
  name?: string
  /** Of the offer. */
  text?: string
}

/** A salon with two clients and an offer that the owner approved for each month, on Tuesday, 10 March 2026 at noon. */
async function makeProgramme(
  app: App,
  { until = '2026-12-31', name = 'Aoife Hair', text = TEXT }: MakeProgramme,
) {
  const { id } = await readySalon(app, name)
  await storeList(app, id, numbers.slice(0, 2).map(rowOf))
  const { id: offerId } = await app.staff.offers.create({ id, text, repeatUntil: until })
  const { url } = await app.staff.offers.send({ id, offerId })
  const token = tokenOf(url)
  const sha256 = (await app.visitor.owner.open({ token })).offer?.sha256 ?? ''
  await app.visitor.owner.approve({ token, sha256 })
  const { token: home } = await ownerLink(app, id)
  return { id, offerId, home }
}

const usual = copiedWorld((app) => makeProgramme(app, {}))

async function chosen(app: App, programme: MakeProgramme) {
  return { app, ...(await makeProgramme(app, programme)) }
}

interface ProgrammeSalon extends MakeProgramme {
  listAsOf?: string
  /** With other salons; unset: a new one. */
  app?: App
}

/** That salon, with an old list. `set` turns its programme on or off. */
export async function programmeSalon({
  listAsOf = '2026-01-01',
  app: before,
  ...programme
}: ProgrammeSalon = {}) {
  const isUsual = !before && Object.keys(programme).length === 0
  const made = isUsual ? await usual() : await chosen(before ?? (await testApp()), programme)
  const { app, id, offerId, home } = made
  await app.sql`update client_lists set as_of = ${listAsOf}, created_at = ${listAsOf} where salon_id = ${id}`
  const settings = { offerId, perDay: 100, reminderAfterDays: null, keptAside: 0, askDay: 11 }
  const set = (on: boolean) => app.staff.programmes.set({ id, ...settings, on })
  return { ...app, id, offerId, set, home, settings }
}

/** The programme runs on each of the next days. */
export async function days(app: App, count: number) {
  for (let n = 0; n < count; n++) {
    await later(app, 1)
    await runProgrammes(app.deps)
    await sendChasers(app.deps)
  }
}

export async function textsToOwner({ sql }: App) {
  const texts = await sql<{ body: string }[]>`
    select body from owner_messages o join messages using (dedupe_key)
    where phone = ${OWNER} and o.kind in ('list', 'texts') order by created_at, seq`
  return texts.map(({ body }) => body.replace(/http\S+/, 'URL'))
}

/** How many texts of campaigns have left. */
export const offered = async ({ sql }: App) =>
  (await sql`select 1 from messages where kind = 'offer' and accepted_at is not null`).count
