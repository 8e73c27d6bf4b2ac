import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { openHours, type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type App, createProfile, type Profile } from './app.ts'
import { atConsole, openConsole, openTab } from './steps.ts'

let server: RunningServer
let profile: Profile
let app: App

beforeAll(async () => {
  // This walk stops its server, so it has one of its own.
  server = await startServer(openHours)
  profile = await createProfile(inject('desk'))
  app = await profile.launch()
  await openConsole(app.page, server.origin)
})
afterAll(async () => {
  await app.close()
  await profile.remove()
  await server.remove()
})

test('while the server is away the app says so and keeps showing what it has', async () => {
  await handsetsOf(server.origin).send('+447700900401', 'before the break')
  await openTab(app.page, 'SMS')
  await app.page.getByText('before the break').first().waitFor()
  await server.stop()
  await app.page.getByText(/No connection\. Showing what was loaded at/).waitFor()
  await app.page.getByText('before the break').first().waitFor()
  await app.page.getByRole('button', { name: 'Logout' }).click()
  await app.page.getByText('There was an error logging out', { exact: true }).waitFor()
})

test('when it is back the app goes on by itself', async () => {
  server = await server.again()
  await app.page.getByText(/No connection\. Showing what was loaded at/).waitFor({ state: 'detached' })
  await handsetsOf(server.origin).send('+447700900401', 'after the break')
  await app.page.getByText('after the break').first().waitFor()
})

test('started while the server is away, it waits with its session', async () => {
  await app.close()
  await server.stop()
  app = await profile.launch()
  await app.page.getByRole('heading', { name: 'No connection' }).waitFor()
  // It goes on by itself, on a slow machine before a button could be pressed.
  server = await server.again()
  await atConsole(app.page)
  expect(await app.page.getByText('maya').count()).toBe(1)
})
