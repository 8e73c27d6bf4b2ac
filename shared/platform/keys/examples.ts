// Shown on the page Connect. A test runs the command and the receiver unchanged.

/** Where the calls are, and a booking as they take it. */
export interface ExampleCall {
  url: string
  booking: object
}

/** Sends one booking. The key comes from the environment variable of the shell. */
export const curlExample = ({ url, booking }: ExampleCall) => `curl ${url}/visits \\
  -H "Authorization: Bearer $SALONBACK_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(booking)}'`

/** A receiver of events for Node: `npm install standardwebhooks`. */
export const receiverExample = `import { createServer } from 'node:http'
import { env } from 'node:process'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(env.SALONBACK_SECRET)
const seen = new Set() // An event can arrive twice: keep the ids where they outlive the process.

createServer(async (request, response) => {
  const pieces = []
  for await (const piece of request) pieces.push(piece)
  try {
    const event = webhook.verify(Buffer.concat(pieces), request.headers)
    const id = request.headers['webhook-id']
    if (!seen.has(id)) console.log(event.type, JSON.stringify(event.data))
    seen.add(id)
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(env.PORT ?? 3000)
`

/** The body of the n8n workflow: change the names on the right to those of the booking system. */
export const n8nBody = `={{ JSON.stringify({
  externalId: $json.body.id,
  phone: $json.body.phone,
  bookedAt: $json.body.booked_at,
  startsAt: $json.body.starts_at,
  state: $json.body.state,
  amount: $json.body.amount
}) }}`

/** A workflow to import in n8n: takes a booking by webhook and sends it on. */
export const n8nExample = (url: string) =>
  JSON.stringify(
    {
      name: 'Bookings to Salonback',
      nodes: [
        {
          parameters: { httpMethod: 'POST', path: 'bookings', options: {} },
          id: '6f1a5d1e-0000-4000-8000-000000000001',
          name: 'Booking',
          type: 'n8n-nodes-base.webhook',
          typeVersion: 2,
          position: [0, 0],
        },
        {
          parameters: {
            method: 'POST',
            url: `${url}/visits`,
            authentication: 'genericCredentialType',
            genericAuthType: 'httpHeaderAuth',
            sendBody: true,
            specifyBody: 'json',
            jsonBody: n8nBody,
            options: {},
          },
          id: '6f1a5d1e-0000-4000-8000-000000000002',
          name: 'Send to Salonback',
          type: 'n8n-nodes-base.httpRequest',
          typeVersion: 4.2,
          position: [240, 0],
        },
      ],
      connections: { Booking: { main: [[{ node: 'Send to Salonback', type: 'main', index: 0 }]] } },
      settings: {},
    },
    null,
    2,
  )

/** One step: what to do, and what to paste. */
export interface Step {
  text: string
  code?: string
}

/** Steps for Zapier and Make, because they import no file. */
export function stepsOf({ url, booking }: ExampleCall): Record<string, Step[]> {
  const address = { text: 'URL:', code: `${url}/visits` }
  const data = {
    text: 'with the fields of your booking system as values, amounts in pence or cents, and times with their zone:',
    code: JSON.stringify(booking, null, 2),
  }
  const key = { text: 'Header Authorization, with your key behind the word:', code: 'Bearer sbk_...' }
  return {
    Zapier: [
      { text: 'Trigger: your booking system, “Appointment created or updated”.' },
      { text: 'Action: Webhooks by Zapier, “Custom Request”, method POST.' },
      address,
      { ...data, text: `Data, ${data.text}` },
      key,
      { text: 'Header Content-Type:', code: 'application/json' },
    ],
    Make: [
      { text: 'First module: your booking system, “Watch appointments”.' },
      { text: 'Second module: HTTP, “Make a request”, method POST, body type Raw, content type JSON.' },
      address,
      { ...data, text: `Request content, ${data.text}` },
      key,
    ],
  }
}
