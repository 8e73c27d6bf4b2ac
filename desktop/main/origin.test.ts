import { expect, test } from 'vitest'
import { jsonArgument, serverArgument } from './commandLine.ts'
import { fileIn, isAppUrl, isExternalLink } from './origin.ts'
import { isOnScreen } from './windowBounds.ts'

test.each([
  ['/index.html', '/app/renderer/index.html'],
  ['/assets/a%20b.js', '/app/renderer/assets/a b.js'],
  ['/../main/index.cjs', null],
  ['/%2e%2e/%2e%2e/etc/passwd', null],
  ['/assets/../../package.json', null],
  ['/a%00.js', null],
  ['/%', null],
])('the path %s resolves to %s', (path, file) => {
  expect(fileIn('/app/renderer', path)).toBe(file)
})

test.each([
  ['app://salonback', true],
  ['app://salonback/admin', true],
  ['app://salonback/api/admin/leads', true],
  ['app://salonback.example/', false],
  ['app://salonbackx/', false],
  ['https://salonback/', false],
])('%s is an app URL: %s', (url, expected) => {
  expect(isAppUrl(url)).toBe(expected)
})

test.each([
  ['https://texts.example.com/privacy', true],
  ['http://texts.example.com/', false],
  ['https://user:secret@texts.example.com/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['smb://server/share', false],
  ['nonsense', false],
])('%s may open in the browser: %s', (url, expected) => {
  expect(isExternalLink(url)).toBe(expected)
})

test.each([
  [['/opt/salonback', '/home/maya/list.json'], '/home/maya/list.json'],
  [['/opt/salonback', '--no-sandbox', 'lists/a.JSON'], '/home/maya/lists/a.JSON'],
  [['/opt/salonback', '--data=x.json'], null],
  [['/opt/salonback', 'notes.txt'], null],
  [['/opt/salonback'], null],
])('the arguments %j name the file %j', (argv, file) => {
  expect(jsonArgument(argv, '/home/maya')).toBe(file)
})

test('saved window bounds are used only on a connected screen', () => {
  const screen = { x: 0, y: 24, width: 1920, height: 1056 }
  const at = (x: number, y: number) => isOnScreen({ x, y, width: 1280, height: 800 }, [screen])
  expect(at(100, 100)).toBe(true)
  expect(at(1880, 100)).toBe(false)
  expect(at(-1200, 100)).toBe(false)
  expect(at(100, 1070)).toBe(false)
  expect(at(100, -300)).toBe(false)
  expect(isOnScreen({ x: 2000, y: 100, width: 800, height: 600 }, [screen, { ...screen, x: 1920 }])).toBe(
    true,
  )
})

test('--server= names the suggested server', () => {
  expect(serverArgument(['/opt/salonback', '--server=http://localhost:8080'])).toBe('http://localhost:8080')
  expect(serverArgument(['/opt/salonback'])).toBeNull()
})
