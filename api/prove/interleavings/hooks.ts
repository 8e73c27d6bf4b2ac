import { signedWebhook } from '../../testing/webhooks.ts'
import { PUBLIC_URL } from '../network.ts'

/** Posts a signed webhook, as the carrier does. */
export async function postHook(origin: string, path: string, params: Record<string, string>) {
  const hook = signedWebhook({ origin, path, params, signed: { url: PUBLIC_URL + path } })
  const response = await fetch(origin + path, { method: 'POST', ...hook })
  return { status: response.status, text: await response.text() }
}
