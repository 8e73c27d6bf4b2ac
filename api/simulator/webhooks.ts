import { createRequire } from 'node:module'

/** Twilio's own code signs what Twilio would sign; ours only checks it. */
const { getExpectedTwilioSignature } = createRequire(import.meta.url)('twilio/lib/webhooks/webhooks') as {
  getExpectedTwilioSignature(token: string, url: string, params: Record<string, string>): string
}

export type WebhookSettings = {
  authToken: string
  /** Our public origin: webhooks to it are signed for it… */
  publicUrl: string
  /** …and posted here, when it cannot be reached from this machine. */
  webhookBase?: string | undefined
  fetch?: typeof fetch | undefined
}

// Twilio reads an answer for this long at most.
const READ_TIMEOUT_MS = 15_000

/** Posts a signed form as Twilio does; the answer's status, or null without an answer. */
export async function postWebhook(
  url: string,
  params: Record<string, string>,
  settings: WebhookSettings,
): Promise<number | null> {
  const call = settings.fetch ?? fetch
  const [signed = ''] = url.split('#', 1)
  try {
    const response = await call(reachable(signed, settings), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'X-Twilio-Signature': getExpectedTwilioSignature(settings.authToken, signed, params),
        'User-Agent': 'TwilioProxy/1.1',
      },
      body: new URLSearchParams(params).toString(),
      redirect: 'manual',
      signal: AbortSignal.timeout(READ_TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

function reachable(url: string, { publicUrl, webhookBase }: WebhookSettings): string {
  return webhookBase && url.startsWith(publicUrl) ? webhookBase + url.slice(publicUrl.length) : url
}
