import { events } from '@salonback/shared/contracts.ts'
import { endpoints } from '@salonback/shared/testing/endpoints.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { statusesOf } from './openapi.ts'

interface Document {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>
  paths: Record<string, Record<string, { security: unknown; responses: object }>>
}

const rows = endpoints.filter(({ access }) => access === 'key')

test('the document for other systems has the calls of keys and no other', async () => {
  const { request } = await testApp()
  const { paths } = (await (await request('/api/v1/openapi.json')).json()) as Document
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, responses }]) => ({
      ...{ call: `${method.toUpperCase()} ${path}`, security },
      statuses: Object.keys(responses).map(Number).sort(),
    })),
  )
  const expected = rows.map((row) => ({
    ...{ call: `${row.method} ${row.path}`, security: [{ key: [] }] },
    statuses: statusesOf(row).sort(),
  }))
  const byCall = (a: { call: string }, b: { call: string }) => (a.call < b.call ? -1 : 1)
  expect(described.sort(byCall)).toEqual(expected.sort(byCall))
})

test('the page to read names each call, its fields and its errors', async () => {
  const { request } = await testApp()
  const answer = await request('/api/v1')
  const page = await answer.text()
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  for (const { method, path, summary } of rows) {
    expect(page).toContain(`<code>${method} ${path}</code>`)
    expect(page).toContain(summary)
  }
  expect(page).toMatch(/<td><code>items\[\]\.firstName<\/code><\/td><td>string or null<\/td>/)
  expect(page).toMatch(/<th>429<\/th><td>Too many requests/)
  expect(page).not.toContain('[object')
})

test('the document and the page have each event with its fields and the headers of its signature', async () => {
  const { request } = await testApp()
  const { webhooks } = (await (await request('/api/v1/openapi.json')).json()) as Document
  expect(Object.keys(webhooks)).toEqual(Object.keys(events))
  expect(webhooks['visit.recorded']?.post.requestBody.content['application/json']?.schema).toMatchObject({
    required: ['type', 'timestamp', 'data'],
    properties: { type: { enum: ['visit.recorded'] } },
  })
  const page = await (await request('/api/v1')).text()
  for (const [kind, data] of Object.entries(events)) {
    expect(page).toContain(`<h2><code>${kind}</code></h2>`)
    for (const field of Object.keys(data.shape)) expect(page).toContain(`<code>data.${field}</code>`)
  }
  expect(page).toContain('<code>webhook-signature</code>')
})
