import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { openHours, type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import { afterAll, expect, test } from 'vitest'
import { openApp } from './app.ts'
import { openConsole, openTab, waitForConsole } from './steps.ts'

let server: RunningServer

const app = openApp(async ({ page }) => {
  server = await startServer(openHours)
  await openConsole(page, server.origin)
})
afterAll(() => server.remove())

test('without a connection the app says so and keeps showing loaded data', async () => {
  await handsetsOf(server.origin).send('+447700900401', 'before the break')
  await openTab(app.page, 'SMS')
  await app.page.getByText('before the break').first().waitFor()
  await server.stop()
  await app.page.getByText(/No connection\. Showing what was loaded at/).waitFor()
  await app.page.getByText('before the break').first().waitFor()
  await app.page.getByRole('button', { name: 'Logout' }).click()
  await app.page.getByText('There was an error logging out', { exact: true }).waitFor()
})

test('the app reconnects when the server is back', async () => {
  server = await server.restart()
  await app.page.getByText(/No connection\. Showing what was loaded at/).waitFor({ state: 'detached' })
  await handsetsOf(server.origin).send('+447700900401', 'after the break')
  await app.page.getByText('after the break').first().waitFor()
})

test('started without a connection, the app waits and keeps its session', async () => {
  await server.stop()
  await app.restart()
  await app.page.getByRole('heading', { name: 'No connection' }).waitFor()
  server = await server.restart()
  await waitForConsole(app.page)
  expect(await app.page.getByText('maya').count()).toBe(1)
})
