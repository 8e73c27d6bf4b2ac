import type { Campaign, Reply } from './journal.ts'
import { call, callUntilClear, type Surroundings } from './surroundings.ts'

const TEMPLATE = 'Hi {name}, Salonback here. Interested?'

/** Starts a campaign; its client repeats the key until it has an answer. */
export async function startCampaign(
  surroundings: Surroundings,
  key: string,
  prospectIds: string[],
  template = TEMPLATE,
): Promise<Campaign | null> {
  const body = { prospectIds, template, basis: 'consent' }
  const answer = await callUntilClear(surroundings, 'POST', '/api/admin/campaigns', { body, key })
  if (answer?.status !== 201) return null
  const campaign: Campaign = { id: String(answer.body.id), key, prospectIds, held: false, canceledAt: null }
  surroundings.journal.campaigns.push(campaign)
  return campaign
}

export async function moveCampaign(
  surroundings: Surroundings,
  { id }: Campaign,
  verb: 'pause' | 'resume' | 'cancel',
) {
  return callUntilClear(surroundings, 'POST', `/api/admin/campaigns/${id}/${verb}`)
}

/** Resumes campaigns that paused themselves because of opt-outs. */
export async function resumePausedCampaigns(surroundings: Surroundings): Promise<void> {
  for (const campaign of surroundings.journal.campaigns) {
    if (campaign.held || campaign.canceledAt !== null) continue
    const now = await call(surroundings, 'GET', `/api/admin/campaigns/${campaign.id}`)
    if (now?.body.state === 'paused')
      await call(surroundings, 'POST', `/api/admin/campaigns/${campaign.id}/resume`)
  }
}

/** One reply, repeated with its key until the answer is clear; with `twice` sent two times at once, as by a double click. */
export async function reply(surroundings: Surroundings, phone: string, twice: boolean): Promise<void> {
  const { replies } = surroundings.journal
  const key = `reply ${replies.length + 1}`
  const body = `Reply number ${replies.length + 1}: nothing up front, 30% of the first visit.`
  const entry: Reply = { phone, body, key, answers: [] }
  replies.push(entry)
  const send = async () => {
    const more = { key, body: { phoneNumber: phone, message: body } }
    const answer = await callUntilClear(surroundings, 'POST', '/api/admin/send-reply-sms', more)
    if (!answer) return
    const outcome = (answer.body.fields as { status?: string } | undefined)?.status
    entry.answers.push({ status: answer.status, outcome })
  }
  await Promise.all(twice ? [send(), send()] : [send()])
}

/** A visitor leaves a number on the site. */
export async function submitLead(surroundings: Surroundings, phone: string): Promise<void> {
  const lead = { phone, acknowledged: false }
  surroundings.journal.leads.push(lead)
  const answer = await callUntilClear(surroundings, 'POST', '/api/leads', {
    body: { mobileNumber: phone, country: 'GB' },
  })
  lead.acknowledged = answer?.status === 200
}
