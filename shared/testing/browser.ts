import { chromium } from 'playwright'

const silent = ['background-networking', 'component-update', 'sync'].map((what) => `--disable-${what}`)

/**
 * The system's Chromium without a window, as the shell that draws nothing but the page: the whole browser draws its own
 * frame beside each, which is half of the time. It asks nobody for anything but the pages it is sent to.
 */
export const launchBrowser = (more: string[] = []) =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-quic', ...silent, ...more],
  })

/** For pages whose motion is not what is looked at; a walk about motion takes it back with `lively`. */
export const quiet = { reducedMotion: 'reduce' } as const
export const lively = { reducedMotion: 'no-preference' } as const
