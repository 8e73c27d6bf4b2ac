import { linkMail } from '@salonback/shared/salons/salons/rules.ts'
import { expect, test } from 'vitest'
import { jsonArgument, serverArgument } from './commandLine.ts'
import { fileIn, isAppUrl, isExternalLink, mailRecipientOf } from './origin.ts'
import { isOnScreen } from './settings.ts'

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

const ownerOf = {
  country: 'GB' as const,
  timeZone: 'Europe/London',
  name: 'O’Hara & Sons',
  ownerName: 'Aoife Byrne',
  ownerEmail: 'aoife+hair@example.com',
}
const link = { url: 'https://texts.example.com/o/abc', expiresAt: '2026-12-06T09:00:00.000Z' }

test.each([
  [linkMail('agree', ownerOf, link), 'aoife+hair@example.com'],
  [linkMail('offer', { ...ownerOf, ownerEmail: null }, link), ''],
  ['mailto:aoife@example.com', 'aoife@example.com'],
  ['mailto:aoife@example.com?attach=/etc/passwd', null],
  ['mailto:aoife@example.com?subject=Hi&attachment=/etc/passwd', null],
  ['mailto:aoife@example.com?Subject=Hi&bcc=eve@example.com', null],
  ['mailto:aoife@example.com?subject=Hi%0D%0ABcc:eve@example.com', null],
  ['mailto:aoife@example.com?subject=Hi&subject=Ho', null],
  ['mailto:aoife@example.com,eve@example.com', null],
  ['mailto:aoife@example.com%3Fattach=/etc/passwd', null],
  ['mailto:"a b"@example.com', null],
  ['mailto:%', null],
  ['mailto:aoife@example.com#x', null],
  [`mailto:aoife@example.com?body=${'x'.repeat(2000)}`, null],
  ['https://example.com/', null],
  ['nonsense', null],
])('%s opens the mail program for %s', (url, recipient) => {
  expect(mailRecipientOf(url)).toBe(recipient)
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
