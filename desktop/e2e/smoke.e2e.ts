import { expect, inject, test } from 'vitest'
import { createProfile } from './app.ts'
import { admin, createTestServer } from './server.ts'

test('smoke', async () => {
  const server = await createTestServer()
  await server.start()
  const profile = await createProfile(inject('desk'))
  const app = await profile.launch()
  const { page } = app
  await page.getByLabel('Server address').fill(server.origin)
  await page.getByText('Salonback server found').waitFor()
  await page.screenshot({ path: '/tmp/shots/connect.png' })
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.screenshot({ path: '/tmp/shots/login.png' })
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('tab', { name: 'Leads' }).waitFor()
  await page.screenshot({ path: '/tmp/shots/leads.png' })
  console.log(app.complaints)
  await app.close()
  await profile.remove()
  await server.remove()
  expect(app.complaints).toEqual([])
})
