import { mkdtemp, open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { multipart } from './multipart.ts'

async function send(name: string, content: string) {
  const path = join(await mkdtemp(join(tmpdir(), 'salonback-multipart-')), 'list.json')
  await writeFile(path, content)
  const file = await open(path)
  const steps: object[] = []
  const pieces: Buffer[] = []
  let largest = 0
  for await (const piece of multipart(file, content.length, name, 'edge', (step) => steps.push(step))) {
    largest = Math.max(largest, piece.length)
    pieces.push(Buffer.from(piece))
  }
  await file.close()
  const body = new Uint8Array(Buffer.concat(pieces))
  const form = await new Response(body, {
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  }).formData()
  return { form, steps, largest }
}

test('the file arrives whole, under the field the server reads', async () => {
  const content = `[${'"a salon",'.repeat(100_000)}0]`
  const { form, largest } = await send('list.json', content)
  const file = form.get('jsonFile') as File
  expect(file.name).toBe('list.json')
  expect(file.type).toBe('application/json')
  expect(await file.text()).toBe(content)
  expect(largest).toBeLessThanOrEqual(256 * 1024)
})

test('progress grows to the end of the file, then the server stores', async () => {
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

test('a file that grows while it is sent ends where it ended when it was opened', async () => {
  const pieces: Buffer[] = []
  const growing = {
    read: async (buffer: Buffer, offset: number, length: number) => {
      buffer.fill(120, offset, offset + length)
      return { bytesRead: length, buffer }
    },
  }
  const file = growing as Parameters<typeof multipart>[0]
  for await (const piece of multipart(file, 300_000, 'list.json', 'edge', () => {})) {
    pieces.push(Buffer.from(piece))
    if (pieces.length > 9) break
  }
  expect(Buffer.concat(pieces).toString().replace(/[^x]/g, '').length).toBe(300_000)
})
