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

test('a call puts its input in the path and in the body, where its row says', async () => {
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

test('cookies go with every call, and a JSON type only with a body', async () => {
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
  ['the words of the server', 409, 'Conflict', 'It was sent already', '409: It was sent already'],
  ['the status text where there are none', 502, 'Bad Gateway', '', '502: Bad Gateway'],
])(
  'an answer that is not OK is an error of its status and %s',
  async (_, status, statusText, words, said) => {
    const send = async () => new Response(words, { status, statusText })
    await expect(request('GET', '/api/parcels', undefined, { fetch: send })).rejects.toThrow(said)
  },
)
