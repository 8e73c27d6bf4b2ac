import { chromium } from 'playwright'

const quiet = ['background-networking', 'component-update', 'sync'].map((what) => `--disable-${what}`)

/** The system's Chromium, which asks nobody for anything but the pages it is sent to. */
export const launchBrowser = (more: string[] = []) =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-quic', ...quiet, ...more],
  })
