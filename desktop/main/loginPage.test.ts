import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drawnFile } from '../login.ts'
import { filledIn, loginPage } from './loginPage.ts'

const drawn = '<!doctype html><html lang="en"><p title="server.invalid">server.invalid</p></html>'

test('the server is named where the build did not know it, and markup in a name stays text', () => {
  expect(filledIn(drawn, 'https://texts.example.com:8443', false)).toBe(
    '<!doctype html><html lang="en"><p title="texts.example.com:8443">texts.example.com:8443</p></html>',
  )
  const named = `a&lt;b"c'$&`
  const written = 'a&amp;lt;b&quot;c&#x27;$&amp;'
  expect(filledIn(drawn, `http://${named}`, false)).toContain(`<p title="${written}">${written}</p>`)
})

test('the page opens in the colours it will have', () => {
  expect(filledIn(drawn, 'https://a.example', true)).toMatch(
    /^<!doctype html><html class="bp6-dark" lang="en">/,
  )
  expect(filledIn(drawn, 'https://a.example', false)).not.toContain('bp6-dark')
})

const folder = mkdtempSync(join(tmpdir(), 'salonback-drawn-'))
writeFileSync(join(folder, drawnFile('linux', true)), `${drawn}kept`)
writeFileSync(join(folder, drawnFile('linux', false)), `${drawn}not kept`)

const asking = (
  token: Promise<string | null> | null,
  { origin = 'https://a.example', keychain = true } = {},
) =>
  loginPage(folder, {
    server: { origin: () => origin || null, session: () => token && ({ token: () => token } as never) },
    secrets: Promise.resolve({ keychain }),
    platform: 'linux',
    dark: false,
  })

test('without a session the page has the login screen in it, and says when there is no keychain', async () => {
  expect(await asking(Promise.resolve(null))).toMatch(/a\.example.*>kept$/)
  expect(await asking(Promise.resolve(null), { keychain: false })).toMatch(/>not kept$/)
})

test('with a session or without a server another screen comes first', async () => {
  expect(await asking(Promise.resolve('salonback_session=secret'))).toBeNull()
  expect(await asking(null, { origin: '' })).toBeNull()
})

test('no page waits for a keychain that does not answer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const page = asking(new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(150)
  expect(await page).toBeNull()
})
