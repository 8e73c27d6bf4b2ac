import { Agent } from 'node:http'
import { signedWebhook } from '../../testing/webhooks.ts'
import { send } from '../client.ts'

/** For all calls of the suite. */
export const agent = new Agent({ keepAlive: true })

/** The public address of both processes; booking links in texts begin with it. */
export const PUBLIC_URL = 'http://prove.localhost'

/** Posts a signed webhook, as the carrier does. */
export const postHook = (origin: string, path: string, params: Record<string, string>) =>
  send(origin + path, agent, {
    method: 'POST',
    ...signedWebhook({ origin, path, params, signed: { url: PUBLIC_URL + path } }),
  })
