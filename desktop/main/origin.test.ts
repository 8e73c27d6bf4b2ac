import { expect, test } from 'vitest'
import { jsonArgument, serverArgument } from './argument.ts'
import { isOnScreen } from './bounds.ts'
import { fileIn, isOurs, isOutsideLink } from './origin.ts'

test.each([
  ['/index.html', '/app/renderer/index.html'],
  ['/assets/a%20b.js', '/app/renderer/assets/a b.js'],
  ['/../main/index.cjs', null],
  ['/%2e%2e/%2e%2e/etc/passwd', null],
  ['/assets/../../package.json', null],
  ['/a%00.js', null],
  ['/%', null],
])('the path %s means %s', (path, file) => {
  expect(fileIn('/app/renderer', path)).toBe(file)
})

test.each([
  ['app://salonback', true],
  ['app://salonback/admin', true],
  ['app://salonback/api/admin/leads', true],
  ['app://salonback.example/', false],
  ['app://salonbackx/', false],
  ['https://salonback/', false],
])('%s is ours: %s', (url, ours) => {
  expect(isOurs(url)).toBe(ours)
})

test.each([
  ['https://texts.example.com/privacy', true],
  ['http://texts.example.com/', false],
  ['https://user:secret@texts.example.com/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['smb://server/share', false],
  ['nonsense', false],
])('%s goes to the browser: %s', (url, goes) => {
  expect(isOutsideLink(url)).toBe(goes)
})

test.each([
  [['/opt/salonback', '/home/maya/list.json'], '/home/maya/list.json'],
  [['/opt/salonback', '--no-sandbox', 'lists/a.JSON'], '/home/maya/lists/a.JSON'],
  [['/opt/salonback', '--data=x.json'], null],
  [['/opt/salonback', 'notes.txt'], null],
  [['/opt/salonback'], null],
])('the words %j name the file %j', (argv, file) => {
  expect(jsonArgument(argv, '/home/maya')).toBe(file)
})

test('a window is put back only where a screen still is', () => {
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

test('a server may be offered by an argument', () => {
  expect(serverArgument(['/opt/salonback', '--server=http://localhost:8080'])).toBe('http://localhost:8080')
  expect(serverArgument(['/opt/salonback'])).toBeNull()
})
