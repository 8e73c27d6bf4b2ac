import { webhookPaths } from '@salonback/shared/http/wire.ts'
import { regionOf } from '@salonback/shared/sms/phone.ts'
import { segments } from '@salonback/shared/sms/segments.ts'
import { carrierKeyword } from '@salonback/shared/sms/understand.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import type { Network } from './network.ts'
import * as texts from './queries.ts'
import { postWebhook } from './webhooks.ts'

export type OwnerText = {
  body: string
  /** Pictures sent along. */
  media?: { contentType: string; bytes: Buffer }[]
  /** Parameters to add to the webhook or put in place of the usual ones. */
  params?: Record<string, string>
}

export type Sent = {
  sid: string
  /** Status our webhook answered with; null without an answer. */
  webhookStatus: number | null
}

/** Twilio's default words; a blocked handset still gets the confirmation of its STOP. */
const confirmations = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
}

/**
 * The owner of a handset sends a text: the network acts on its keywords, then forwards it, signed, to our webhook.
 * A `MessageSid` the network knows already is that text forwarded once more, as Twilio may do.
 */
export async function sendFromHandset(network: Network, handset: string, text: OwnerText): Promise<Sent> {
  const given = text.params?.MessageSid
  const repeated = given ? await texts.findText(network.sql, given) : null
  const { row, media } = repeated ? { row: repeated, media: [] } : await take(network, handset, text)
  const params = { ...inboundParams(network, row, text, media), ...text.params }
  const webhookStatus = await postWebhook(inboundUrl(network), params, network)
  return { sid: row.sid, webhookStatus }
}

/** URL that the number's texts are posted to: its own webhook, or this service when it has none. */
const inboundUrl = ({ account, sender, publicUrl }: Network) =>
  account.numbers.find(({ phone }) => phone === sender)?.smsUrl || publicUrl + webhookPaths.inbound

/** Keeps the text and its pictures, and lets the network answer its keyword. */
async function take({ sql, sender, clock, handlesOptOut }: Network, handset: string, text: OwnerText) {
  const to = (await texts.lastSender(sql, handset)) ?? { sender, serviceSid: null }
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
    if (handlesOptOut) await actOnKeyword(open, row, clock())
    return { row, media }
  })
}

async function actOnKeyword(sql: Sql, { handset, sender, serviceSid, body }: texts.Text, at: Date) {
  const keyword = carrierKeyword(body)
  if (!keyword) return
  const who = serviceSid ?? sender
  if (keyword === 'STOP') await texts.block(sql, handset, who, at)
  if (keyword === 'START' && !(await texts.unblock(sql, handset, who))) return
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

/** Everything Twilio sends along with a plain text, empty values included. */
function inboundParams(
  network: Network,
  row: texts.Text,
  text: OwnerText,
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
