import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import { makeSalon, makeSender } from '../../testing/factories.ts'
import { approvedOffer, listOf, OFFER, REMINDER, uploadList } from '../../testing/salons.ts'
import {
  type App,
  acceptQuietly,
  type ClientInCampaign,
  clock,
  hasAction,
  isOfCampaign,
  type Stage,
  type Trial,
} from './trial.ts'

const DAY = 24 * 3_600_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Gives each trial with an action of a campaign a salon with its number as the only client, and a running campaign. */
export async function addClients(stage: Stage, all: Trial[]): Promise<void> {
  const trials = all.filter(({ pair }) => pair.some(isOfCampaign))
  const waiting = trials.map((trial) => ({
    trial,
    waitsFor: trial.random.pick(['offer', 'reminder'] as const),
  }))
  // The offers of the others must not leave with these.
  const reminded = waiting.filter(({ waitsFor }) => waitsFor === 'reminder')
  await Promise.all(reminded.map((one) => addClient(stage, one)))
  await sendOffers(
    stage,
    reminded.map(({ trial }) => trial),
  )
  await Promise.all(
    waiting.filter(({ waitsFor }) => waitsFor === 'offer').map((one) => addClient(stage, one)),
  )
}

async function addClient(
  { apps, sql }: Stage,
  { trial, waitsFor }: { trial: Trial; waitsFor: ClientInCampaign['waitsFor'] },
) {
  const [app] = apps
  const { phone } = trial
  const number = phone.slice(-6)
  const name = `Hair ${number}`
  const bookingUrl = `https://book.example/${number}`
  const agreement = { agreedAt: clock(), agreementVersion: AGREEMENT_VERSION }
  const { id: salonId } = await makeSalon(sql, { name, bookingUrl, state: 'ready', ...agreement })
  const sender = await makeSender(sql, `+447300${number}`, { salonId })
  const clientId = await insertClient(app, salonId, phone)
  const offerId = await approvedOffer(app, salonId, REMINDER)
  const plan = { id: salonId, offerId, perDay: 100, reminderAfterDays: 7 }
  const { id: campaignId } = await app.staff.campaigns.start(plan)
  // With `{link}` in place of the client's own link.
  const written = (text: string) => text.replace('{salon}', name).replace('{firstName}', 'Mary')
  trial.client = {
    ...{ salonId, sender, clientId, campaignId, offerId, waitsFor },
    approved: { offer: written(OFFER), reminder: written(REMINDER) },
    listId: hasAction(trial, 'campaignList') ? await uploadNewerList(app, salonId, phone) : '',
    newVersion: hasAction(trial, 'campaignApproval') ? await handNewVersion(app, salonId) : null,
  }
}

async function insertClient({ sql }: App, salonId: string, phone: string): Promise<string> {
  const now = clock()
  const seen = dayOf(new Date(now.getTime() - 200 * DAY))
  const [client] = await sql<[{ id: string }]>`
    with list as (
      insert into client_lists (salon_id, file_name, sha256, mapping, state, as_of, uploaded_by, created_at)
      values (${salonId}, 'clients.csv', 'x', '{}', 'committed', ${dayOf(now)}, 'maya', ${now}) returning id
    ), consent as (
      insert into consent_events (salon_id, phone, at, kind, source, wording)
      values (${salonId}, ${phone}, ${now}, 'soft_opt_in', 'list', 'Customers of this salon')
    )
    insert into clients (salon_id, phone, first_name, last_visit, list_id, added_by, created_at)
    select ${salonId}, ${phone}, 'Mary', ${seen}, id, id, ${now} from list returning id`
  return client.id
}

/** The client was at the salon yesterday. */
async function uploadNewerList(app: App, salonId: string, phone: string): Promise<string> {
  const yesterday = dayOf(new Date(clock().getTime() - DAY))
  const response = await uploadList(app, salonId, listOf([`Mary,${phone},${yesterday},Yes`]))
  return ((await response.json()) as { id: string }).id
}

async function handNewVersion({ staff, visitor }: App, id: string) {
  const text = OFFER.replace('20%', '30%')
  const reminderText = REMINDER.replace('20%', '30%')
  const { id: offerId } = await staff.offers.create({ id, text, reminderText })
  const { url } = await staff.offers.send({ id, offerId })
  const token = url.split('/o/')[1] ?? ''
  return { token, sha256: (await visitor.owner.open({ token })).offer?.sha256 ?? '' }
}

/** Sends the offers of these trials and dates them eight days back, so that their reminders are due. */
async function sendOffers({ sql, apps, plans }: Stage, trials: Trial[]): Promise<void> {
  if (trials.length === 0) return
  for (const { phone } of trials) plans.set(phone, acceptQuietly)
  const ids = trials.map(({ client }) => client?.campaignId ?? '')
  await apps[0].worker.round()
  const { count } = await sql`
    update messages set created_at = created_at - interval '8 days', accepted_at = accepted_at - interval '8 days'
    where campaign_id in ${sql(ids)} and status = 'sent'`
  if (count !== trials.length) throw new Error(`${count} of ${trials.length} offers were sent`)
}
