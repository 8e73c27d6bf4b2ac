import { endpoints } from '@salonback/shared/testing/endpoints.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'

const ID = '00000000-0000-4000-8000-000000000000'

test('each call that takes an Idempotency-Key refuses an empty, a blank and a long one', async () => {
  const app = await testApp()
  const rows = endpoints.filter(({ idempotent }) => idempotent)
  expect(rows.length).toBeGreaterThan(5)
  for (const { name, path, method } of rows)
    for (const key of ['', ' ', '\t ', 'x'.repeat(201)]) {
      const answer = await app.staffRequest(path.replace(/\{\w+\}/g, ID), {
        method,
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: '{}',
      })
      const { message } = (await answer.json()) as { message: string }
      expect([name, answer.status, message]).toEqual([
        name,
        422,
        expect.stringMatching(/^Idempotency-Key (?:is empty|may have 200 characters)$/),
      ])
    }
})
