import { expect, test } from 'vitest'
import type { ServerCheck } from '../bridge.ts'
import { confirmationDialog, type Servers, switchServer } from './switchServer.ts'

const a = 'https://texts.example.com'
const b = 'https://evil.example'

/** An app in this state. Its user answers `yes`. Records the confirmations and the servers it connected to. */
function app(state: { current: string | null; trusted: string | null }, yes = false) {
  const asked: Servers[] = []
  const connected: string[] = []
  const connect = (address: string) =>
    switchServer(address, {
      ...state,
      check: async (origin): Promise<ServerCheck> =>
        origin.startsWith('http')
          ? { kind: 'found', origin, encrypted: true, version: '1.0.0' }
          : { kind: 'unreachable' },
      confirm: async (servers) => {
        asked.push(servers)
        return yes
      },
      connect: (origin) => void connected.push(origin),
    })
  return { asked, connected, connect }
}

test('the first server needs no confirmation', async () => {
  const { asked, connected, connect } = app({ current: null, trusted: null })
  expect(await connect(a)).toMatchObject({ kind: 'found', origin: a })
  expect([asked, connected]).toEqual([[], [a]])
})

test('another server than the trusted one needs a confirmation', async () => {
  const no = app({ current: null, trusted: a })
  expect(await no.connect(b)).toEqual({ kind: 'declined' })
  expect([no.asked, no.connected]).toEqual([[{ from: a, to: b }], []])
  const yes = app({ current: null, trusted: a }, true)
  expect(await yes.connect(b)).toMatchObject({ kind: 'found', origin: b })
  expect([yes.asked.length, yes.connected]).toEqual([1, [b]])
})

test('another port or scheme is another server', async () => {
  for (const other of ['http://texts.example.com', 'https://texts.example.com:8443']) {
    const { asked, connected, connect } = app({ current: null, trusted: a })
    expect(await connect(other)).toEqual({ kind: 'declined' })
    expect([asked.length, connected]).toEqual([1, []])
  }
})

test('the trusted server needs no confirmation', async () => {
  const { asked, connected, connect } = app({ current: null, trusted: a })
  expect(await connect(a)).toMatchObject({ kind: 'found' })
  expect([asked, connected]).toEqual([[], [a]])
})

test('a connected app declines every other server without a confirmation', async () => {
  const { asked, connected, connect } = app({ current: a, trusted: a }, true)
  expect(await connect(b)).toEqual({ kind: 'declined' })
  expect(await connect(a)).toMatchObject({ kind: 'found' })
  expect([asked, connected]).toEqual([[], []])
})

test('an unreachable server is reported without a confirmation', async () => {
  const { asked, connected, connect } = app({ current: null, trusted: a }, true)
  expect(await connect('nowhere')).toEqual({ kind: 'unreachable' })
  expect([asked, connected]).toEqual([[], []])
})

test('the dialog names the new host, and Enter and Escape cancel it', () => {
  const options = confirmationDialog({ from: a, to: 'http://xn--txts-epa.example.com:8080' })
  expect(options.message).toBe('Use xn--txts-epa.example.com:8080 as your server?')
  expect(options.detail).toContain('texts.example.com.')
  expect(options.detail).toContain('not encrypted')
  expect(options.buttons[options.defaultId]).toBe('Cancel')
  expect(options.buttons[options.cancelId]).toBe('Cancel')
})
