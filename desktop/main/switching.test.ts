import { expect, test } from 'vitest'
import type { ServerCheck } from '../bridge.ts'
import { connectTo, type Switch, switchQuestion } from './switching.ts'

const a = 'https://texts.example.com'
const b = 'https://evil.example'

/** An app in this state, where a person answers as told; what it asked and where it went. */
function app(state: { current: string | null; trusted: string | null }, yes = false) {
  const asked: Switch[] = []
  const went: string[] = []
  const connect = (address: string) =>
    connectTo(address, {
      ...state,
      check: async (origin): Promise<ServerCheck> =>
        origin.startsWith('http')
          ? { kind: 'found', origin, encrypted: true, version: '1.0.0' }
          : { kind: 'unreachable' },
      confirm: async (question) => {
        asked.push(question)
        return yes
      },
      connect: (origin) => void went.push(origin),
    })
  return { asked, went, connect }
}

test('the first server of all is taken as typed', async () => {
  const { asked, went, connect } = app({ current: null, trusted: null })
  expect(await connect(a)).toMatchObject({ kind: 'found', origin: a })
  expect([asked, went]).toEqual([[], [a]])
})

test('another one than the last is asked about outside the page, and not taken without a yes', async () => {
  const no = app({ current: null, trusted: a })
  expect(await no.connect(b)).toEqual({ kind: 'declined' })
  expect([no.asked, no.went]).toEqual([[{ from: a, to: b }], []])
  const yes = app({ current: null, trusted: a }, true)
  expect(await yes.connect(b)).toMatchObject({ kind: 'found', origin: b })
  expect([yes.asked.length, yes.went]).toEqual([1, [b]])
})

test('the same name on another port or without encryption is another server', async () => {
  for (const other of ['http://texts.example.com', 'https://texts.example.com:8443']) {
    const { asked, went, connect } = app({ current: null, trusted: a })
    expect(await connect(other)).toEqual({ kind: 'declined' })
    expect([asked.length, went]).toEqual([1, []])
  }
})

test('back to the last one nobody is asked', async () => {
  const { asked, went, connect } = app({ current: null, trusted: a })
  expect(await connect(a)).toMatchObject({ kind: 'found' })
  expect([asked, went]).toEqual([[], [a]])
})

test('a page cannot move a connected app, and cannot even ask for it', async () => {
  const { asked, went, connect } = app({ current: a, trusted: a }, true)
  expect(await connect(b)).toEqual({ kind: 'declined' })
  expect(await connect(a)).toMatchObject({ kind: 'found' })
  expect([asked, went]).toEqual([[], []])
})

test('what does not answer is said and never asked about', async () => {
  const { asked, went, connect } = app({ current: null, trusted: a }, true)
  expect(await connect('nowhere')).toEqual({ kind: 'unreachable' })
  expect([asked, went]).toEqual([[], []])
})

test('the question names the new host, and is answered No by the Enter and Escape keys', () => {
  const question = switchQuestion({ from: a, to: 'http://xn--txts-epa.example.com:8080' })
  expect(question.message).toBe('Use xn--txts-epa.example.com:8080 as your server?')
  expect(question.detail).toContain('texts.example.com.')
  expect(question.detail).toContain('not encrypted')
  expect(question.buttons[question.defaultId]).toBe('Cancel')
  expect(question.buttons[question.cancelId]).toBe('Cancel')
})
