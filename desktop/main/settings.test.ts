import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, test } from 'vitest'
import { openSettings } from './settings.ts'

const newFile = async () => join(await temporaryFolder(), 'deep/settings.json')
const inFolder = async (text: string) => {
  const file = join(await temporaryFolder(), 'settings.json')
  writeFileSync(file, text)
  return file
}
const defaults = { server: null, trusted: null, window: null, dark: null, zoom: 0 }
const server = 'https://texts.example.com'

test('the first start has defaults and writes no file', async () => {
  const file = await newFile()
  expect(openSettings(file).get()).toEqual(defaults)
  expect(() => readFileSync(file)).toThrow()
})

test('changes are stored', async () => {
  const file = await newFile()
  const bounds = { x: 10, y: 20, width: 1280, height: 800, maximized: true }
  openSettings(file).change({ server, trusted: server, window: bounds })
  openSettings(file).change({ zoom: 1.5 })
  expect(openSettings(file).get()).toEqual({ server, trusted: server, window: bounds, dark: null, zoom: 1.5 })
})

test('an invalid value does not lose the others', async () => {
  const file = await inFolder(
    '{"server":"https://texts.example.com","window":{"x":"left"},"zoom":99,"unknown":1}',
  )
  expect(openSettings(file).get()).toEqual({ ...defaults, server })
})

test.each(['', 'not json', '[]', 'null', '"text"'])('a broken file %j counts as empty', async (text) => {
  expect(openSettings(await inFolder(text)).get().server).toBeNull()
})

test('a change leaves no temporary file', async () => {
  const file = await inFolder('{"server":"https://texts.example.com"}')
  openSettings(file).change({ dark: true })
  expect(readdirSync(join(file, '..'))).toEqual(['settings.json'])
})

test('a server that is not http or https is dropped', async () => {
  const file = await inFolder('{"server":"file:///etc"}')
  expect(openSettings(file).get()).toMatchObject({ server: null, trusted: null })
})

test('a disconnected server stays trusted', async () => {
  const file = await inFolder('{"server":null,"trusted":"https://texts.example.com"}')
  expect(openSettings(file).get()).toMatchObject({ server: null, trusted: server })
})
