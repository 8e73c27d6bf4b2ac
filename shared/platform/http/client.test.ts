import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createClient } from './client.ts'
import { endpoint } from './endpoint.ts'
import { request } from './request.ts'

const rows = {
  parcels: {
    send: endpoint({
      method: 'POST',
      path: '/api/parcels/{id}',
      access: 'staff',
      summary: 'Sends one',
      params: z.object({ id: z.string() }),
      body: z.object({ words: z.string() }),
      reply: z.object({ sent: z.boolean() }),
    }),
  },
}

test('a call puts its input into path and body', async () => {
  const send = vi.fn<typeof fetch>(async () => Response.json({ sent: true }))
  const client = createClient(rows, { fetch: send })
  expect(await client.parcels.send({ id: 'a b', words: 'hello' })).toEqual({ sent: true })
  expect(send.mock.calls[0]).toEqual([
    '/api/parcels/a%20b',
    {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      credentials: 'include',
      body: '{"words":"hello"}',
    },
  ])
})

test('every call sends cookies, a JSON type only with a body', async () => {
  const send = vi.fn<typeof fetch>(async () => Response.json({}))
  await request('GET', '/api/parcels', undefined, { fetch: send })
  await request('POST', '/api/parcels', { words: 'hello' }, { fetch: send })
  const sent = send.mock.calls.map(([, init]) => [
    init?.credentials,
    new Headers(init?.headers).get('content-type'),
  ])
  expect(sent).toEqual([
    ['include', null],
    ['include', 'application/json'],
  ])
})

test.each([
  ['the body', 409, 'Conflict', 'It was sent already', '409: It was sent already'],
  ['the status text without a body', 502, 'Bad Gateway', '', '502: Bad Gateway'],
])('an error response throws its status and %s', async (_, status, statusText, body, message) => {
  const send = async () => new Response(body, { status, statusText })
  await expect(request('GET', '/api/parcels', undefined, { fetch: send })).rejects.toThrow(message)
})
