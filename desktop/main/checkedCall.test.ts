import { expect, test } from 'vitest'
import { checkedCall, isTrusted } from './checkedCall.ts'

const frame = (url: string, parent: unknown = null) => ({ senderFrame: { url, parent } })
const appPage = frame('app://salonback/')

test.each([
  [appPage, true],
  [frame('app://salonback/index.html?x=1'), true],
  [frame('app://salonback'), true],
  [frame('app://salonback/#x'), true],
  [frame('app://salonback/api/admin/leads'), false],
  [frame('app://salonback/api/'), false],
  [frame('app://salonback/assets/a.js'), false],
  [frame('app://salonback/index.htmlx'), false],
  [frame('app://salonback/index.html/../api/x'), false],
  [frame('app://salonback/api/x?/index.html'), false],
  [frame('blob:app://salonback/1'), false],
  [frame('app://salonback/', { url: 'https://evil.example/' }), false],
  [frame('app://salonback.evil.example/'), false],
  [frame('app://other/'), false],
  [frame('https://salonback/'), false],
  [frame('data:text/html,<p>'), false],
  [frame('about:blank'), false],
  [{ senderFrame: null }, false],
])('sender %# is trusted only if it is the app’s page', (sender, trusted) => {
  expect(isTrusted(sender)).toBe(trusted)
})

test('a call from another page is rejected before the handler runs', async () => {
  let ran = false
  const handler = () => {
    ran = true
  }
  await expect(checkedCall('changeServer', handler, frame('https://evil.example/'), [])).rejects.toThrow(
    /rejected/,
  )
  expect(ran).toBe(false)
})

test.each([
  ['setBadge', ['7']],
  ['setBadge', [-1]],
  ['setBadge', []],
  ['sendFile', ['/etc/passwd']],
  ['dropFile', ['']],
  ['dropFile', ['a-token-of-its-own', '/tmp/a.json']],
  ['checkServer', ['x'.repeat(2001)]],
  ['notify', [{ title: 'Only a title' }]],
  ['notify', [{ title: 'Assigned', body: 'to you', path: 'https://example.com/admin' }]],
  ['changeServer', ['one too many']],
  ['saveText', ['run-me.desktop', '[Desktop Entry]']],
  ['saveText', ['list.csv.bat', '']],
  ['saveText', ['.csv', '']],
] as const)('%s rejects %j', async (name, args) => {
  let ran = false
  const handler = () => {
    ran = true
    return undefined as never
  }
  await expect(checkedCall(name, handler, appPage, [...args])).rejects.toThrow(/rejected/)
  expect(ran).toBe(false)
})

test('unknown fields are removed from the arguments', async () => {
  const seen: unknown[] = []
  await checkedCall('notify', (note) => void seen.push(note), appPage, [
    { title: 'New text', body: 'Read it', extra: 1 },
  ])
  expect(seen).toEqual([{ title: 'New text', body: 'Read it' }])
})
