import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSettings } from './settings.ts'

const newFile = () => join(mkdtempSync(join(tmpdir(), 'salonback-settings-')), 'deep/settings.json')
const inFolder = (text: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'salonback-settings-')), 'settings.json')
  writeFileSync(file, text)
  return file
}

test('the first start has defaults and writes no file', () => {
  const file = newFile()
  expect(openSettings(file).get()).toEqual({ server: null, trusted: null, window: null, dark: null, zoom: 0 })
  expect(() => readFileSync(file)).toThrow()
})

test('changes are stored', () => {
  const file = newFile()
  const bounds = { x: 10, y: 20, width: 1280, height: 800, maximized: true }
  const server = 'https://texts.example.com'
  openSettings(file).change({ server, trusted: server, window: bounds })
  openSettings(file).change({ zoom: 1.5 })
  expect(openSettings(file).get()).toEqual({
    server: 'https://texts.example.com',
    trusted: 'https://texts.example.com',
    window: bounds,
    dark: null,
    zoom: 1.5,
  })
})

test('an invalid value does not lose the others', () => {
  const file = inFolder('{"server":"https://texts.example.com","window":{"x":"left"},"zoom":99,"unknown":1}')
  expect(openSettings(file).get()).toEqual({
    server: 'https://texts.example.com',
    trusted: null,
    window: null,
    dark: null,
    zoom: 0,
  })
})

test.each(['', 'not json', '[]', 'null', '"text"'])('a broken file %j counts as empty', (text) => {
  expect(openSettings(inFolder(text)).get().server).toBeNull()
})

test('a change leaves no temporary file', () => {
  const file = inFolder('{"server":"https://texts.example.com"}')
  openSettings(file).change({ dark: true })
  expect(readdirSync(join(file, '..'))).toEqual(['settings.json'])
})

test('a server that is not http or https is dropped', () => {
  expect(openSettings(inFolder('{"server":"file:///etc"}')).get()).toMatchObject({
    server: null,
    trusted: null,
  })
})

test('a disconnected server stays trusted', () => {
  const file = inFolder('{"server":null,"trusted":"https://texts.example.com"}')
  expect(openSettings(file).get()).toMatchObject({ server: null, trusted: 'https://texts.example.com' })
})
