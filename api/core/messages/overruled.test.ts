import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeProspect } from '../../testing/factories.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { queueDetails, stateOf } from '../../testing/queuedTexts.ts'
import { startCampaign } from '../../testing/startCampaign.ts'
import { messageSid, receiptFor } from '../../testing/webhooks.ts'
import { createWorker } from '../../worker/worker.ts'
import { createCarrier } from './twilio.ts'

const template = 'Hi {name}, Salonback.'

const start = (app: App, prospectId: string) => startCampaign(app, [prospectId])

/** An unknown first text that staff resolved with this outcome. */
async function countedAs(app: App, outcome: 'sent' | 'failed') {
  const prospect = await makeProspect(app.sql)
  await handsetsOf(app.origin).injectFault({ kind: 'drop', count: 1 })
  await start(app, prospect.id)
  await app.worker.round()
  const [text] = await app.staff.inbox.unknown()
  const id = text?.id ?? ''
  await app.staff.inbox.resolveUnknown({ id, outcome })
  return { id, sid: messageSid(), to: prospect.phone, prospectId: prospect.id }
}

const leftOut = async ({ staff }: App, prospectId: string) =>
  (await staff.firstTexts.preview({ prospectIds: [prospectId], template })).leftOut.map(
    ({ reason }) => reason,
  )

test('a receipt overrides a text resolved as not sent, and its number gets no second first text', async () => {
  const app = await testApp()
  const text = await countedAs(app, 'failed')
  expect(await leftOut(app, text.prospectId)).toEqual(['maybe_texted'])
  await expect(start(app, text.prospectId)).rejects.toMatchObject({ status: 422 })
  for (const status of ['sent', 'delivered']) {
    expect((await receiptFor(app.origin, text, status)).status).toBe(204)
    expect(await stateOf(app, text.id)).toMatchObject({ status, sid: text.sid })
  }
  expect(await leftOut(app, text.prospectId)).toEqual(['already_texted'])
  await app.worker.round()
  expect(await textsOnHandset(app.sql, text.to)).toEqual([])
})

test('a failure receipt overrides a text resolved as sent', async () => {
  const app = await testApp()
  const text = await countedAs(app, 'sent')
  await receiptFor(app.origin, text, 'undelivered', { ErrorCode: '30005' })
  expect(await stateOf(app, text.id)).toMatchObject({ status: 'undelivered', errorCode: 30005 })
})

test('a second first text needs the permission of staff', async () => {
  const app = await testApp()
  const text = await countedAs(app, 'failed')
  const { messages } = await app.staff.inbox.conversation({ number: text.to })
  expect(messages).toMatchObject([{ status: 'failed', holdsNumber: true }])
  await app.staff.inbox.allowFirstText({ id: text.id })
  await expect(app.staff.inbox.allowFirstText({ id: text.id })).rejects.toMatchObject({ status: 409 })
  await start(app, text.prospectId)
  await app.worker.round()
  expect(await textsOnHandset(app.sql, text.to)).toHaveLength(1)
  expect((await receiptFor(app.origin, text, 'delivered')).status).toBe(204)
  expect(await stateOf(app, text.id)).toMatchObject({ status: 'delivered' })
  expect(await leftOut(app, text.prospectId)).toEqual(['already_texted'])
})

test('a waiting second first text is canceled when the first one arrives after all', async () => {
  const app = await testApp()
  const text = await countedAs(app, 'failed')
  await app.staff.inbox.allowFirstText({ id: text.id })
  const second = await start(app, text.prospectId)
  expect((await receiptFor(app.origin, text, 'delivered')).status).toBe(204)
  await app.worker.round()
  expect(await textsOnHandset(app.sql, text.to)).toEqual([])
  expect(await app.staff.firstTexts.get({ id: second.id })).toMatchObject({ canceled: 1, queued: 0 })
  expect(await leftOut(app, text.prospectId)).toEqual(['already_texted'])
})

/** A carrier that gives every create call the same answer and lists no texts. */
async function oddCarrier(app: App, status: number, answer: object) {
  const server = createServer((request, response) => {
    const isCreate = request.method === 'POST'
    const body = isCreate ? answer : { messages: [] }
    const headers = { 'content-type': 'application/json', 'retry-after': '99999999999999' }
    response.writeHead(isCreate ? status : 200, headers)
    request.resume().on('end', () => response.end(JSON.stringify(body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const carrier = createCarrier({ ...app.env, TWILIO_API_BASE_URL: url }, { timeoutMs: 60_000 })
  return createWorker({ ...app.deps, carrier })
}

const queueTwo = async (app: App) => [await queueDetails(app, 521), await queueDetails(app, 522)]

test('a sid of another text leaves the text unknown and none stuck', async () => {
  const app = await testApp()
  const sid = messageSid()
  const worker = await oddCarrier(app, 201, { sid, num_segments: '1' })
  const ids = await queueTwo(app)
  const statuses = async () => Promise.all(ids.map(async (id) => (await stateOf(app, id)).status))
  await worker.round()
  const first = await statuses()
  expect(first.toSorted()).toEqual(['sent', 'unknown'])
  const id = ids[first.indexOf('unknown')] ?? ''
  expect((await receiptFor(app.origin, { id, sid, to: fictional(522) }, 'delivered')).status).toBe(204)
  expect((await statuses()).sort()).toEqual(['delivered', 'unknown'])
})

test.each([
  ['an error code beyond all numbers', 400, { code: 99_999_999_999, message: 'No' }, 'failed'],
  ['an error code that is none', 400, { code: 'abc', message: 'No\0way' }, 'failed'],
  ['no number', 201, { num_segments: '1' }, 'unknown'],
  ['a number that is a list', 201, { sid: ['SM1'], num_segments: '1' }, 'unknown'],
  ['segments beyond all numbers', 201, { sid: messageSid(), num_segments: '99999999999' }, 'sent'],
  ['a wait without end', 429, { code: 20429, message: 'Later' }, 'queued'],
])('a carrier that answers with %s leaves no text stuck', async (_, status, answer, becomes) => {
  const app = await testApp()
  const worker = await oddCarrier(app, status, answer)
  const id = await queueDetails(app, 521)
  await worker.round()
  expect((await stateOf(app, id)).status).toBe(becomes)
})

test.each(['99999999999', '-5', '1.5', 'abc', '30005; drop table messages', ''])(
  'a receipt with the error code %j is accepted',
  async (code) => {
    const app = await testApp()
    const { id } = await app.staff.inbox.reply({ phoneNumber: fictional(523), message: 'Hi' })
    const { sid } = await stateOf(app, id)
    const text = { id, sid: sid ?? '', to: fictional(523) }
    expect((await receiptFor(app.origin, text, 'undelivered', { ErrorCode: code })).status).toBe(204)
    expect(await stateOf(app, id)).toMatchObject({ status: 'undelivered', errorCode: null })
  },
)
