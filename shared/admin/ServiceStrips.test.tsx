// @vitest-environment happy-dom

import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { RestoreState, ServiceState } from '../core/settings/contract.ts'
import { serviceForTests } from '../core/settings/testing.ts'
import { errorResponse, fakePlatform, renderScreen } from '../kit/testing.tsx'
import { ServiceStrips } from './ServiceStrips.tsx'

const service = serviceForTests({ simulated: false })
const restored: RestoreState = {
  takenAt: '2026-11-21T12:00:00.000Z',
  restoredAt: '2026-11-22T09:00:00.000Z',
  asksAt: '2026-11-22T09:03:00.000Z',
  left: 9,
  asked: 0,
  sent: 0,
  unknown: 0,
  ready: false,
  trouble: null,
}

function show(state: Partial<ServiceState>, resumeSending = async () => service) {
  const now = { ...service, ...state }
  return renderScreen(
    <ServiceStrips />,
    fakePlatform({ settings: { service: async () => now, resumeSending } }),
  )
}

test('shows the progress of reconciling with the carrier after a restore, without a button', async () => {
  const sendingStopped = 'Restored from a backup'
  show({ sendingStopped, restored: { ...restored, asked: 5, left: 4 } })
  expect((await screen.findByRole('status')).textContent).toMatch(
    /^Restored from the backup of .*\. Nothing is sent until we have checked with the carrier what was sent since: 4 texts to check\.$/,
  )
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  show({ sendingStopped, restored: { ...restored, trouble: 'The carrier does not answer' } })
  expect((await screen.findByRole('status')).textContent).toMatch(
    /The carrier does not answer, so we do not know/,
  )
})

test('staff resume sending after reconciling; a rejection shows its message', async () => {
  let answer = (): Promise<ServiceState> => Promise.reject(errorResponse(409, 'Not all was asked'))
  const sendingStopped = 'Restored from a backup'
  const ready = { ...restored, left: 0, asked: 9, sent: 6, unknown: 1, ready: true }
  show({ sendingStopped, restored: ready }, () => answer())
  const strip = await screen.findByRole('status')
  expect(strip.textContent).toContain(
    'We checked 9 texts with the carrier: 6 had already been sent and will not be sent again. We cannot tell about 1: see Needs Review.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Resume sending' }))
  expect(await screen.findByText('Not all was asked')).toBeTruthy()
  answer = async () => service
  await userEvent.click(screen.getByRole('button', { name: 'Resume sending' }))
  expect(await screen.findByText('Sending resumed')).toBeTruthy()
})

const refused = { address: '+447700900100', reason: 'The carrier does not let us text from our sender' }
const unregistered = { address: `MG${'a'.repeat(32)}`, reason: 'Our sender is not registered for US texts' }

test('a refused sender is named with the reason, and staff resume sending', async () => {
  let resumed = 0
  show({ stoppedSenders: [refused] }, async () => {
    resumed++
    return service
  })
  expect((await screen.findByRole('status')).querySelector('span:not(.bp6-icon)')?.textContent).toBe(
    'Texts from +44 7700 900100 are on hold: The carrier does not let us text from our sender.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Resume sending' }))
  expect(await screen.findByText('Sending resumed')).toBeTruthy()
  expect(resumed).toBe(1)
})

test('two refused senders share one strip and one button', async () => {
  show({ stoppedSenders: [refused, unregistered] })
  expect((await screen.findByRole('status')).querySelector('span:not(.bp6-icon)')?.textContent).toBe(
    `Texts from +44 7700 900100 are on hold: The carrier does not let us text from our sender. Texts from ${unregistered.address} are on hold: Our sender is not registered for US texts.`,
  )
  expect(screen.getAllByRole('button', { name: 'Resume sending' })).toHaveLength(1)
})

test('a refused sender adds no second button while all sending is stopped', async () => {
  const sendingStopped = 'The carrier refused our credentials'
  show({ sendingStopped, stoppedSenders: [refused] })
  expect(await screen.findAllByRole('status')).toHaveLength(2)
  expect(screen.getAllByRole('button', { name: 'Resume sending' })).toHaveLength(1)
  cleanup()
  show({ sendingStopped: 'Restored from a backup', restored, stoppedSenders: [refused] })
  expect(await screen.findAllByRole('status')).toHaveLength(2)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a stop without a restore can be resumed unless no carrier is set up; a failed backup is shown', async () => {
  show({ sendingStopped: 'The carrier refused our credentials' })
  expect(await screen.findByRole('button', { name: 'Resume sending' })).toBeTruthy()
  cleanup()
  show({
    sendingStopped: 'No phone carrier is set up',
    sender: '',
    backupFailed: 'The last backup failed: the disk is full',
  })
  await waitFor(() => expect(screen.getByText('The last backup failed: the disk is full')).toBeTruthy())
  expect(screen.queryByRole('button')).toBeNull()
})

test('a full disk is shown, and the strip goes when there is room', async () => {
  const sentence = 'There is no room left on the server’s disk. Nothing can be saved until there is.'
  show({ storageFault: sentence })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(sentence))
  cleanup()
  show({ storageFault: null })
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})
