import { defineConfig } from 'vitest/config'
import { root } from '../build/runtime.ts'

/** Walks through the packaged app. One at a time: they share a display, a keyring and a server. */
export default defineConfig({
  root,
  test: {
    include: ['desktop/e2e/*.e2e.ts'],
    globalSetup: ['desktop/e2e/global.ts'],
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Machines that build are slow machines; what is awaited here comes by itself.
    expect: { poll: { timeout: 15_000 } },
  },
})
