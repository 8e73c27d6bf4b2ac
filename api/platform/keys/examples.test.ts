import { execFile, spawn } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  curlExample,
  n8nBody,
  n8nExample,
  receiverExample,
} from '@salonback/shared/platform/keys/examples.ts'
import { Appointment, exampleAppointment } from '@salonback/shared/salons/appointments/appointment.ts'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { makeText } from '../../testing/factories.ts'
import { makeKey } from '../../testing/keys.ts'
import { keepSession, salonWithOffer } from '../../testing/salons.ts'
import { sendEvents } from '../receivers/sendEvents.ts'

test('the curl example stores a booking without changes', async () => {
  const app = await testApp()
  const { salon } = await salonWithOffer(app, ['Mary,+447700900123'])
  app.clock.set(new Date('2026-03-21T12:00:00Z'))
  await keepSession(app)
  const { key } = await makeKey(app, { salonId: salon.id })
  const env = { PATH: String(process.env.PATH), SALONBACK_KEY: key }
  const curl = curlExample({ url: `${app.origin}/api/v1`, booking: exampleAppointment })
  const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} --silent --noproxy '*'`], { env })
  expect(JSON.parse(stdout)).toEqual({ results: [{ externalId: '4711', result: 'stored' }] })
})

/** A folder of the receiver with its package. */
async function receiverFolder() {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'receiver.mjs'), receiverExample)
  const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))
  await symlink(packages, join(folder, 'node_modules'))
  return folder
}

test('the receiver example takes an event once and refuses a wrong signature', async () => {
  const app = await testApp()
  // The library compares the time of an event with the clock of the machine.
  app.clock.set(new Date())
  await keepSession(app)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { id, secret } = await app.staff.receivers.create({ url, events: ['reply.received'], salonId: null })
  const cwd = await receiverFolder()
  const env = { PATH: String(process.env.PATH), SALONBACK_SECRET: secret, PORT: String(port) }
  const child = spawn(process.execPath, ['receiver.mjs'], { cwd, env })
  onTestFinished(() => void child.kill())
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const text = { phone: '+447700900601', intent: 'unclear', body: 'Friday?' }
  await makeText(app.sql, { ...text, direction: 'inbound' })
  const deliver = async () => {
    await app.sql`update deliveries set due_at = '-infinity'`
    await sendEvents(app.deps)
    return (await app.staff.receivers.deliveries({ id }))[0]
  }
  // Until the process listens.
  while ((await deliver())?.state !== 'delivered');
  const { value } = await lines.next()
  expect(value).toMatch(/^reply\.received \{.*"text": ?"Friday\?"/)
  const [first] = await app.staff.receivers.deliveries({ id })
  await app.staff.receivers.replay({ id, deliveryId: first?.id ?? '' })
  expect(await deliver()).toMatchObject({ id: first?.id, state: 'delivered', status: 204 })
  const forged = await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-id': 'x' } })
  expect(forged.status).toBe(401)
  child.kill()
  expect((await lines.next()).done).toBe(true)
})

test('the n8n example is a complete workflow that sends a valid appointment', () => {
  const { nodes, connections } = JSON.parse(n8nExample('https://salon.test/api/v1')) as {
    nodes: { name: string; type: string; parameters: { url?: string } }[]
    connections: Record<string, { main: { node: string }[][] }>
  }
  const names = nodes.map(({ name }) => name)
  for (const [from, { main }] of Object.entries(connections))
    expect(names).toEqual(expect.arrayContaining([from, ...main.flat().map(({ node }) => node)]))
  expect(nodes[1]?.parameters.url).toBe('https://salon.test/api/v1/visits')
  const fields = [...n8nBody.matchAll(/^ {2}(\w+): \$json\.body\.(\w+)/gm)].map(([, name]) => name)
  const known = Object.keys(Appointment.shape)
  expect(fields).toEqual(known.filter((name) => name !== 'updatedAt'))
})
