import { logIn, until } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { fictional } from '../testing/factories.ts'
import { postJson } from '../testing/postJson.ts'
import { testServer } from '../testing/testServer.ts'

const askForDetails = (origin: string) =>
  fetch(`${origin}/api/leads`, postJson({ mobileNumber: fictional(7), country: 'GB' }))

test('production without an account starts, queues its texts and logs what to set', async () => {
  const server = await testServer({ NODE_ENV: 'production' })
  const { origin } = server
  expect((await askForDetails(origin)).status).toBe(200)
  const { staff } = await logIn(origin)
  expect(await staff.settings.service()).toMatchObject({
    simulated: false,
    sendingStopped: 'No phone carrier is set up',
  })
  await expect(staff.settings.resumeSending()).rejects.toMatchObject({ status: 409 })
  for (const path of ['/dev/phones', '/dev/phones/api/handsets', '/2010-04-01/Accounts/AC0/Messages.json']) {
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 404])
  }
  const { messages } = await staff.inbox.conversation({ number: fictional(7) })
  expect(messages).toMatchObject([{ status: 'queued' }])
  expect(server.output()).toMatch(/Texts wait and are not sent.*SIMULATOR=on/)
})

test('production with SIMULATOR=on sends to the simulated phones', async () => {
  const { origin } = await testServer({ NODE_ENV: 'production', SIMULATOR: 'on' })
  expect((await fetch(`${origin}/dev/phones`)).status).toBe(401)
  await askForDetails(origin)
  const { staff } = await logIn(origin)
  expect(await staff.settings.service()).toMatchObject({ simulated: true, sendingStopped: null })
  const conversation = await until(
    () => staff.inbox.conversation({ number: fictional(7) }),
    ({ messages }) => messages[0]?.status === 'delivered',
  )
  expect(conversation.messages).toHaveLength(1)
})
