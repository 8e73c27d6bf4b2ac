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

test('another server than the trusted one needs a confirmation', async () => {
  const no = app({ current: null, trusted: a })
  expect(await no.connect(b)).toEqual({ kind: 'declined' })
  expect([no.asked, no.connected]).toEqual([[{ from: a, to: b }], []])
  const yes = app({ current: null, trusted: a }, true)
  expect(await yes.connect(b)).toMatchObject({ kind: 'found', origin: b })
  expect([yes.asked.length, yes.connected]).toEqual([1, [b]])
})

test.each([
  ['the first server needs no confirmation', null, null, false, a, 'found', 0, [a]],
  ['the trusted server needs no confirmation', null, a, false, a, 'found', 0, [a]],
  ['another scheme is another server', null, a, false, 'http://texts.example.com', 'declined', 1, []],
  ['another port is another server', null, a, false, 'https://texts.example.com:8443', 'declined', 1, []],
  ['a connected app declines every other server', a, a, true, b, 'declined', 0, []],
  ['a connected app finds its own server', a, a, true, a, 'found', 0, []],
  ['an unreachable server is reported', null, a, true, 'nowhere', 'unreachable', 0, []],
])('%s', async (_, current, trusted, yes, address, kind, confirmations, connectedTo) => {
  const { asked, connected, connect } = app({ current, trusted }, yes)
  expect(await connect(address)).toMatchObject({ kind, ...(kind === 'found' && { origin: address }) })
  expect([asked.length, connected]).toEqual([confirmations, connectedTo])
})

test('the dialog names the new host, and Enter and Escape cancel it', () => {
  const options = confirmationDialog({ from: a, to: 'http://xn--txts-epa.example.com:8080' })
  expect(options.message).toBe('Use xn--txts-epa.example.com:8080 as your server?')
  expect(options.detail).toContain('texts.example.com.')
  expect(options.detail).toContain('not encrypted')
  expect(options.buttons[options.defaultId]).toBe('Cancel')
  expect(options.buttons[options.cancelId]).toBe('Cancel')
})
