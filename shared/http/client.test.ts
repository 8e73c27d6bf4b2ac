import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createLazyClient } from './client.ts'
import { endpoint } from './endpoint.ts'

afterEach(() => void vi.restoreAllMocks())

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

test('a lazy client loads its rows with the first call, once, and then calls like the other', async () => {
  const send = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ sent: true }))
  const load = vi.fn(async () => rows)
  const client = createLazyClient(load)
  expect(load).not.toHaveBeenCalled()
  const replies = [
    client.parcels.send({ id: 'a b', words: 'hello' }),
    client.parcels.send({ id: 'c', words: '' }),
  ]
  expect(await Promise.all(replies)).toEqual([{ sent: true }, { sent: true }])
  expect(load).toHaveBeenCalledTimes(1)
  expect(send.mock.calls[0]).toEqual([
    '/api/parcels/a%20b',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'include',
      body: '{"words":"hello"}',
    },
  ])
})
