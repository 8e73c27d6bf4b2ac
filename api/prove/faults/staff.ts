import type { Campaign, Reply } from './journal.ts'
import { call, callUntilClear, type TestBed } from './testBed.ts'

const TEMPLATE = 'Hi {name}, Salonback here. Interested?'

/** Starts a campaign, repeating the idempotency key until the outcome is clear. Null if it was refused. */
export async function startCampaign(
  testBed: TestBed,
  key: string,
  prospectIds: string[],
  template = TEMPLATE,
): Promise<Campaign | null> {
  const body = { prospectIds, template, basis: 'consent' }
  const answer = await callUntilClear(testBed, 'POST', '/api/admin/campaigns', { body, key })
  if (answer?.status !== 201) return null
  const id = String(answer.body.id)
  const campaign: Campaign = { id, key, prospectIds, pausedByStaff: false, canceledAt: null }
  testBed.journal.campaigns.push(campaign)
  return campaign
}

export async function changeCampaign(
  testBed: TestBed,
  { id }: Campaign,
  verb: 'pause' | 'resume' | 'cancel',
) {
  return callUntilClear(testBed, 'POST', `/api/admin/campaigns/${id}/${verb}`)
}

/** Resumes campaigns that paused themselves because of opt-outs. */
export async function resumePausedCampaigns(testBed: TestBed): Promise<void> {
  for (const campaign of testBed.journal.campaigns) {
    if (campaign.pausedByStaff || campaign.canceledAt !== null) continue
    const now = await call(testBed, 'GET', `/api/admin/campaigns/${campaign.id}`)
    if (now?.body.state === 'paused')
      await call(testBed, 'POST', `/api/admin/campaigns/${campaign.id}/resume`)
  }
}

/** Sends a reply, repeating its key until the outcome is clear. `twice`: two clients send it concurrently, as after a double click. */
export async function sendReply(testBed: TestBed, phone: string, twice: boolean): Promise<void> {
  const { replies } = testBed.journal
  const key = `reply ${replies.length + 1}`
  const body = `Reply number ${replies.length + 1}: nothing up front, 30% of the first visit.`
  const entry: Reply = { phone, body, key, answers: [] }
  replies.push(entry)
  const send = async () => {
    const more = { key, body: { phoneNumber: phone, message: body } }
    const answer = await callUntilClear(testBed, 'POST', '/api/admin/send-reply-sms', more)
    if (!answer) return
    const outcome = (answer.body.fields as { status?: string } | undefined)?.status
    entry.answers.push({ status: answer.status, outcome })
  }
  await Promise.all(twice ? [send(), send()] : [send()])
}

/** A visitor enters a number in the lead form. */
export async function submitLead(testBed: TestBed, phone: string): Promise<void> {
  const lead = { phone, acknowledged: false }
  testBed.journal.leads.push(lead)
  const answer = await callUntilClear(testBed, 'POST', '/api/leads', {
    body: { mobileNumber: phone, country: 'GB' },
  })
  lead.acknowledged = answer?.status === 200
}
