import { createRequire } from 'node:module'

/** Signs with Twilio's own code, so that a mistake in our check cannot go unnoticed. */
const { getExpectedTwilioSignature } = createRequire(import.meta.url)('twilio/lib/webhooks/webhooks') as {
  getExpectedTwilioSignature(token: string, url: string, params: Record<string, string>): string
}

export type WebhookSettings = {
  authToken: string
  /** Public origin of the service. Webhooks are signed for their URL there. */
  publicUrl: string
  /** Webhooks are posted here if publicUrl is not reachable from this machine. */
  webhookBase?: string | undefined
  fetch?: typeof fetch | undefined
}

// Twilio's limit.
const READ_TIMEOUT_MS = 15_000

/** Posts a signed form as Twilio does. Returns the response status, or null without a response. */
export async function postWebhook(
  url: string,
  params: Record<string, string>,
  settings: WebhookSettings,
): Promise<number | null> {
  const send = settings.fetch ?? fetch
  const [signedUrl = ''] = url.split('#', 1)
  try {
    const response = await send(reachableUrl(signedUrl, settings), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'X-Twilio-Signature': getExpectedTwilioSignature(settings.authToken, signedUrl, params),
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

function reachableUrl(url: string, { publicUrl, webhookBase }: WebhookSettings): string {
  return webhookBase && url.startsWith(publicUrl) ? webhookBase + url.slice(publicUrl.length) : url
}
