import type { Campaign, Reply } from './book.ts'
import { call, callUntilClear, type World } from './world.ts'

const TEMPLATE = 'Hi {name}, Salonback here. Interested?'

/** Starts a campaign; its client repeats the key until it has an answer. */
export async function startCampaign(
  world: World,
  key: string,
  prospectIds: string[],
  template = TEMPLATE,
): Promise<Campaign | null> {
  const body = { prospectIds, template, basis: 'consent' }
  const answer = await callUntilClear(world, 'POST', '/api/admin/campaigns', { body, key })
  if (answer?.status !== 201) return null
  const campaign: Campaign = { id: String(answer.body.id), key, prospectIds, held: false, canceledAt: null }
  world.book.campaigns.push(campaign)
  return campaign
}

export async function moveCampaign(world: World, { id }: Campaign, verb: 'pause' | 'resume' | 'cancel') {
  return callUntilClear(world, 'POST', `/api/admin/campaigns/${id}/${verb}`)
}

/** Opt-outs pause a campaign; staff look and go on. */
export async function resumeWhatPausedItself(world: World): Promise<void> {
  for (const campaign of world.book.campaigns) {
    if (campaign.held || campaign.canceledAt !== null) continue
    const now = await call(world, 'GET', `/api/admin/campaigns/${campaign.id}`)
    if (now?.body.state === 'paused') await call(world, 'POST', `/api/admin/campaigns/${campaign.id}/resume`)
  }
}

/** One reply, repeated with its key until the answer is clear; sometimes sent twice at once by an eager hand. */
export async function reply(world: World, phone: string, twice: boolean): Promise<void> {
  const { replies } = world.book
  const key = `reply ${replies.length + 1}`
  const body = `Reply number ${replies.length + 1}: nothing up front, 30% of the first visit.`
  const entry: Reply = { phone, body, key, answers: [] }
  replies.push(entry)
  const send = async () => {
    const more = { key, body: { phoneNumber: phone, message: body } }
    const answer = await callUntilClear(world, 'POST', '/api/admin/send-reply-sms', more)
    if (!answer) return
    const outcome = (answer.body.fields as { status?: string } | undefined)?.status
    entry.answers.push({ status: answer.status, outcome })
  }
  await Promise.all(twice ? [send(), send()] : [send()])
}

/** A visitor leaves a number on the site. */
export async function leaveLead(world: World, phone: string): Promise<void> {
  const lead = { phone, acknowledged: false }
  world.book.leads.push(lead)
  const answer = await callUntilClear(world, 'POST', '/api/leads', {
    body: { mobileNumber: phone, country: 'GB' },
  })
  lead.acknowledged = answer?.status === 200
}
