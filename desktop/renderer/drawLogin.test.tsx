// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StartInfo } from '../bridge.ts'
import { filledIn } from '../main/loginPage.ts'
import { drawLogin } from './drawLogin.tsx'
import { Shell } from './Shell.tsx'

const server = 'https://texts.example.com:8443'

beforeEach(() => {
  vi.spyOn(window, 'addEventListener')
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sessionStorage.clear()
  window.desktop = new Proxy({}, { get: () => () => () => {} }) as typeof window.desktop
})
afterEach(() => {
  // The app listens for what is dropped as long as its page stands, and this window stays for other tests.
  for (const [name, hear] of vi.mocked(window.addEventListener).mock.calls)
    window.removeEventListener(name, hear)
  vi.restoreAllMocks()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** The screen as it stands in its page, then with its script; a mismatch would be told on the console. */
async function standing(platform: StartInfo['platform'], keychain: boolean) {
  const place = document.createElement('div')
  place.innerHTML = filledIn(drawLogin(platform, keychain), server, false)
  document.body.append(place)
  const started = { server, suggested: null, signedIn: false, keychain, platform, opened: null }
  const hydrate = async () => {
    const failures: unknown[] = []
    const root = await act(async () =>
      hydrateRoot(place, <Shell started={started} />, {
        onRecoverableError: (error) => failures.push(error),
      }),
    )
    expect(failures).toEqual([])
    return () => act(async () => root.unmount())
  }
  return { place, hydrate }
}

test.each([
  ['mac', true],
  ['mac', false],
  ['windows', true],
  ['windows', false],
  ['linux', true],
  ['linux', false],
] as const)(
  'on %s, with a keychain: %s, the drawn screen is the one that its script draws',
  async (platform, keychain) => {
    const { place, hydrate } = await standing(platform, keychain)
    const drawn = place.innerHTML.replace(/<\/main>.*/, '')
    expect(place.textContent).toContain('texts.example.com:8443')
    expect(place.textContent?.includes('No keychain here')).toBe(!keychain)
    const unmount = await hydrate()
    // Behind it the toasts may have come.
    expect(place.innerHTML.replace(/<\/main>.*/, '')).toBe(drawn)
    await unmount()
  },
)

test('a screen that a reload left is not what somebody without a session begins at', async () => {
  sessionStorage.setItem('salonback.path', '/admin?tab=sms')
  const { place, hydrate } = await standing('linux', true)
  const heading = place.querySelector('h1')
  const unmount = await hydrate()
  expect(heading?.isConnected).toBe(true)
  await unmount()
})
