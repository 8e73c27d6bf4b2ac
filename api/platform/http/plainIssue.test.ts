import { z } from '@hono/zod-openapi'
import { endpoints } from '@salonback/shared/testing/endpoints.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { postJson } from '../../testing/postJson.ts'
import { bodySchema } from '../../testing/randomRequest.ts'
import { plainIssue } from './plainIssue.ts'

const sentenceOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: plainIssue }).error?.issues[0]?.message

test.each([
  [z.string(), undefined, 'Please fill this in'],
  [z.string(), 5, 'Please check this'],
  [z.string().min(1), '', 'Please fill this in'],
  [z.string().min(8), 'short', 'At least 8 characters'],
  [z.string().max(200), 'x'.repeat(300), 'At most 200 characters'],
  [z.string().max(1), 'xx', 'At most 1 character'],
  [z.number().max(20), 21, 'At most 20'],
  [z.number().min(0), -1, 'At least 0'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'At most 2'],
  [z.email(), 'maya', 'Please enter a valid email address'],
  [z.enum(['a', 'b']), 'c', 'Please check this'],
  [z.iso.datetime(), 'tomorrow', 'Please check this'],
  [z.string().max(3, 'A name may have 3 letters'), 'four', 'A name may have 3 letters'],
])('%# a refused value has a plain sentence', (schema, value, sentence) => {
  expect(sentenceOf(schema, value)).toBe(sentence)
})

/** Words of the validator. */
const RAW = /expected|received|^(Invalid|Too|Unrecognized) /

test.each(endpoints.filter(({ body }) => body))(
  '$name never answers in the words of the validator',
  (row) => {
    const fields = Object.keys(bodySchema(row)?.properties ?? {})
    const odd = [undefined, '', 'x'.repeat(70_000), 5, -1.5, 1e12, null, [], {}, true]
    const bodies = [{}, ...odd.map((value) => Object.fromEntries(fields.map((field) => [field, value])))]
    const sentences = bodies.flatMap(
      (body) =>
        row.body?.safeParse(body, { error: plainIssue }).error?.issues.map(({ message }) => message) ?? [],
    )
    expect(sentences.filter((sentence) => RAW.test(sentence))).toEqual([])
  },
)

test.each([
  [{ username: 'm'.repeat(300), password: 'correct horse' }],
  [{ username: 'maya', password: 'x'.repeat(1001) }],
  [{ username: 'nobody', password: 'correct horse', code: '1'.repeat(65) }],
])('a login with unusual values is refused like any other: %#', async (body) => {
  const { request } = await testApp()
  const answer = await request('/api/admin/login', postJson(body))
  expect([answer.status, await answer.json()]).toEqual([401, { message: 'Invalid credentials' }])
})

test('a form shows the plain sentence under its field', async () => {
  const { request } = await testApp()
  const body = { token: 'any', newPassword: 'x'.repeat(1001) }
  const answer = await request('/api/staff-link/password', postJson(body))
  const message = 'At most 1,000 characters'
  expect([answer.status, await answer.json()]).toEqual([422, { message, fields: { newPassword: message } }])
})
