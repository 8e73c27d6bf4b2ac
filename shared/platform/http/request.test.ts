import { afterEach, expect, test, vi } from 'vitest'
import { sendForm } from './request.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a form is sent as bytes of a multipart body, and its answer is parsed', async () => {
  const send = vi.fn<typeof fetch>(async () => Response.json({ rows: 6 }))
  vi.stubGlobal('fetch', send)
  const form = new FormData()
  form.append('listFile', new Blob(['Mobile\n07700 900400']), 'clients.csv')
  expect(await sendForm('/api/admin/salons/1/lists', form)).toEqual({ rows: 6 })
  const [path, init] = send.mock.calls[0] ?? []
  expect(path).toBe('/api/admin/salons/1/lists')
  expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: expect.any(ArrayBuffer) })
  const headers = new Headers(init?.headers)
  const received = await new Response(init?.body, { headers }).formData()
  expect(headers.get('accept')).toBe('application/json')
  expect(received.get('listFile')).toHaveProperty('name', 'clients.csv')
})

test('an error response keeps its status and message', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'The list is empty' }, { status: 422 }))
  const sent = sendForm('/api/admin/salons/1/lists', new FormData())
  await expect(sent).rejects.toMatchObject({ status: 422, serverMessage: 'The list is empty' })
})
