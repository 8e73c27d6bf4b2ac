import { webhookPaths } from '@salonback/shared/platform/http/wire.ts'
import { regionOf } from '@salonback/shared/sms/phone.ts'
import { segments } from '@salonback/shared/sms/segments.ts'
import { carrierKeyword } from '@salonback/shared/sms/understand.ts'
import { inTransaction, type Sql } from '../platform/db/open.ts'
import type { Network } from './network.ts'
import * as texts from './queries.ts'
import { postWebhook } from './webhooks.ts'

export type HandsetMessage = {
  body: string
  /** The number it goes to; unset: the one that last texted this handset. */
  to?: string
  /** Pictures sent along. */
  media?: { contentType: string; bytes: Buffer }[]
  /** Webhook parameters to add or replace. */
  params?: Record<string, string>
}

export type SendResult = {
  sid: string
  /** Status of the webhook's response; null without a response. */
  webhookStatus: number | null
}

/** Twilio's default texts. The confirmation of STOP is sent although the handset is blocked. */
const confirmations = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
}

/**
 * Sends a text from a handset: handles opt-out keywords, then posts the signed inbound webhook.
 * With the `MessageSid` of a stored text it posts that text again, as Twilio may do.
 */
export async function sendFromHandset(
  network: Network,
  handset: string,
  text: HandsetMessage,
): Promise<SendResult> {
  const given = text.params?.MessageSid
  const repeated = given ? await texts.findText(network.sql, given) : null
  const { row, media } = repeated ? { row: repeated, media: [] } : await store(network, handset, text)
  const params = { ...inboundParams(network, row, text, media), ...text.params }
  const webhookStatus = await postWebhook(inboundUrl(network, row), params, network)
  return { sid: row.sid, webhookStatus }
}

/** The webhook configured for the number, else the default one of the service at publicUrl. */
const inboundUrl = ({ account, publicUrl }: Network, { sender }: texts.Text) =>
  account.numbers.find(({ phone }) => phone === sender)?.smsUrl || publicUrl + webhookPaths.inbound

/** Stores the text and its pictures and handles its opt-out keyword. */
async function store({ sql, sender, clock, handlesOptOut }: Network, handset: string, text: HandsetMessage) {
  const answered = text.to ? { sender: text.to, serviceSid: null } : await texts.lastSender(sql, handset)
  const to = answered ?? { sender, serviceSid: null }
  return inTransaction(sql, async (open) => {
    const row = await texts.addText(open, {
      direction: 'in',
      handset,
      sender: to.sender,
      serviceSid: to.serviceSid,
      body: text.body,
      numMedia: text.media?.length ?? 0,
      numSegments: Math.max(1, segments(text.body).segments),
      status: 'received',
      ...(text.params?.MessageSid && { sid: text.params.MessageSid }),
      at: clock(),
    })
    const media: string[] = []
    for (const { contentType, bytes } of text.media ?? []) {
      media.push(await texts.addMedia(open, row.sid, contentType, bytes))
    }
    if (handlesOptOut) await handleKeyword(open, row, clock())
    return { row, media }
  })
}

async function handleKeyword(sql: Sql, { handset, sender, serviceSid, body }: texts.Text, at: Date) {
  const keyword = carrierKeyword(body)
  if (!keyword) return
  const blockedSender = serviceSid ?? sender
  if (keyword === 'STOP') await texts.block(sql, handset, blockedSender, at)
  if (keyword === 'START' && !(await texts.unblock(sql, handset, blockedSender))) return
  await texts.addText(sql, {
    direction: 'out',
    handset,
    sender,
    serviceSid,
    body: confirmations[keyword],
    numSegments: 1,
    status: 'delivered',
    at,
    listed: false,
  })
}

/** All parameters that Twilio sends with an inbound text, including empty ones. */
function inboundParams(
  network: Network,
  row: texts.Text,
  text: HandsetMessage,
  media: string[],
): Record<string, string> {
  const country = (number: string) => regionOf(number) ?? ''
  const at = `https://api.twilio.com/2010-04-01/Accounts/${network.accountSid}/Messages/${row.sid}/Media`
  return {
    ToCountry: country(row.sender),
    ToState: '',
    SmsMessageSid: row.sid,
    NumMedia: String(media.length),
    ...Object.fromEntries(media.map((sid, n) => [`MediaUrl${n}`, `${at}/${sid}`])),
    ...Object.fromEntries(
      (text.media ?? []).map(({ contentType }, n) => [`MediaContentType${n}`, contentType]),
    ),
    ToCity: '',
    FromZip: '',
    SmsSid: row.sid,
    FromState: '',
    SmsStatus: 'received',
    FromCity: '',
    Body: row.body,
    FromCountry: country(row.handset),
    To: row.sender,
    ...(row.serviceSid && { MessagingServiceSid: row.serviceSid }),
    ToZip: '',
    NumSegments: String(row.numSegments),
    ReferralNumMedia: '0',
    MessageSid: row.sid,
    AccountSid: network.accountSid,
    From: row.handset,
    ApiVersion: '2010-04-01',
  }
}
