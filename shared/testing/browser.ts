import { chromium } from 'playwright'

const noBackgroundTraffic = ['background-networking', 'component-update', 'sync'].map(
  (feature) => `--disable-${feature}`,
)

/**
 * Launches the system's headless-shell Chromium, which takes half the time of the full browser. It makes no requests
 * other than those of the pages.
 */
export const launchBrowser = (extraArgs: string[] = []) =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-quic',
      ...noBackgroundTraffic,
      ...extraArgs,
    ],
  })

/** Context options: pages use reduced motion, except in tests of animations. */
export const reducedMotion = { reducedMotion: 'reduce' } as const
export const fullMotion = { reducedMotion: 'no-preference' } as const
