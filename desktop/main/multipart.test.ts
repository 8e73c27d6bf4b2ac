import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, test } from 'vitest'
import { multipartBody } from './multipart.ts'

async function send(name: string, content: string) {
  const path = join(await temporaryFolder(), 'list.json')
  await writeFile(path, content)
  const file = await open(path)
  const steps: object[] = []
  const chunks: Buffer[] = []
  let largest = 0
  for await (const chunk of multipartBody(file, content.length, name, 'edge', (step) => steps.push(step))) {
    largest = Math.max(largest, chunk.length)
    chunks.push(Buffer.from(chunk))
  }
  await file.close()
  const body = new Uint8Array(Buffer.concat(chunks))
  const form = await new Response(body, {
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  }).formData()
  return { form, steps, largest }
}

test('the form has the whole file in the server’s field', async () => {
  const content = `[${'"a salon",'.repeat(100_000)}0]`
  const { form, largest } = await send('list.json', content)
  const file = form.get('jsonFile') as File
  expect(file.name).toBe('list.json')
  expect(file.type).toBe('application/json')
  expect(await file.text()).toBe(content)
  expect(largest).toBeLessThanOrEqual(256 * 1024)
})

test('progress counts up to the end of the file, then reports storing', async () => {
  const { steps } = await send('list.json', 'x'.repeat(600_000))
  expect(steps).toEqual([
    { phase: 'sending', fraction: 262_144 / 600_000 },
    { phase: 'sending', fraction: 524_288 / 600_000 },
    { phase: 'sending', fraction: 1 },
    { phase: 'storing', fraction: null },
  ])
})

test('a name cannot break out of its header', async () => {
  const { form } = await send('a"\r\nx: y.json', '{}')
  expect((form.get('jsonFile') as File).name).toBe('a___x: y.json')
  expect([...form.keys()]).toEqual(['jsonFile'])
})

test('a file that grows during the upload is cut at its original size', async () => {
  const chunks: Buffer[] = []
  const growing = {
    read: async (buffer: Buffer, offset: number, length: number) => {
      buffer.fill(120, offset, offset + length)
      return { bytesRead: length, buffer }
    },
  }
  const file = growing as Parameters<typeof multipartBody>[0]
  for await (const chunk of multipartBody(file, 300_000, 'list.json', 'edge', () => {})) {
    chunks.push(Buffer.from(chunk))
    if (chunks.length > 9) break
  }
  expect(Buffer.concat(chunks).toString().replace(/[^x]/g, '').length).toBe(300_000)
})
