import { queueLaterTexts } from '../../core/campaigns/laterTexts.ts'
import { reminders } from '../../salons/campaigns/reminders.ts'
import { type Action, receiveText, runWorker, staffCall, stopOf } from './calls.ts'
import { type App, type CampaignAction, clientOf, clock, type Trial } from './trial.ts'

const json = (body: object, more: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', ...more },
  body: JSON.stringify(body),
})

const salonPath = (trial: Trial) => `/api/admin/salons/${clientOf(trial).salonId}`

async function changeCampaign(trial: Trial, app: App, action: CampaignAction, verb: string) {
  const path = `${salonPath(trial)}/campaigns/${clientOf(trial).campaignId}/${verb}`
  await staffCall(trial, action, app, path)
}

async function changeSalon(trial: Trial, app: App, action: CampaignAction, state: string) {
  await staffCall(trial, action, app, salonPath(trial), { method: 'PATCH', ...json({ state }) })
}

/** What can happen to a client during a campaign of a salon. The order of the names is part of the seed. */
export const campaignActions: Record<CampaignAction, Action> = {
  /** Queues the reminders that are due, and runs a round of the send loop. */
  async campaignSend(_, trial, app) {
    await queueLaterTexts(app.deps, reminders)
    await runWorker(trial, app, 'campaignSend')
  },
  /** Starts another campaign with the same offer, and runs a round of the send loop. */
  async campaignStart(_, trial, app) {
    const { offerId, salonId } = clientOf(trial)
    // In half of the trials with two starts they have the same key, as after a double click.
    const key = `start ${trial.random.chance(0.5) ? 'one' : trial.random.next()} ${salonId}`
    const plan = json({ offerId, perDay: 100, reminderAfterDays: 7 }, { 'idempotency-key': key })
    await staffCall(trial, 'campaignStart', app, `${salonPath(trial)}/campaigns`, plan)
    await runWorker(trial, app, 'campaignSend')
  },
  campaignPause: (_, trial, app) => changeCampaign(trial, app, 'campaignPause', 'pause'),
  campaignResume: (_, trial, app) => changeCampaign(trial, app, 'campaignResume', 'resume'),
  campaignCancel: (_, trial, app) => changeCampaign(trial, app, 'campaignCancel', 'cancel'),
  /** Stores a list with a later visit of the client. */
  async campaignList(_, trial, app) {
    const path = `${salonPath(trial)}/lists/${clientOf(trial).listId}/commit`
    const declaration = { customers: true, knewOfTexts: 'yes' }
    const asOf = clock().toISOString().slice(0, 10)
    await staffCall(trial, 'campaignList', app, path, json({ asOf, declaration }))
  },
  /** The owner approves a later version. The campaign keeps its own. */
  async campaignApproval(_, trial, app) {
    const { token = '', sha256 = '' } = clientOf(trial).newVersion ?? {}
    await staffCall(trial, 'campaignApproval', app, `/api/owner/${token}/approve`, json({ sha256 }))
  },
  campaignStop: (_, trial, app) => receiveText(trial, app, clientOf(trial).sender, stopOf('campaignStop')),
  async campaignObjection(_, trial, app) {
    const path = `${salonPath(trial)}/clients/${clientOf(trial).clientId}/consent`
    const said = { source: 'staff', wording: 'No texts, please', at: clock().toISOString() }
    await staffCall(trial, 'campaignObjection', app, path, json({ kind: 'objection', ...said }))
  },
  campaignAnswer: (_, trial, app) =>
    receiveText(trial, app, clientOf(trial).sender, { action: 'campaignAnswer', bodies: ['Yes please'] }),
  campaignSalonPause: (_, trial, app) => changeSalon(trial, app, 'campaignSalonPause', 'paused'),
  campaignSalonClose: (_, trial, app) => changeSalon(trial, app, 'campaignSalonClose', 'closed'),
}
