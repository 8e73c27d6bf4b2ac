// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { Salon } from '../salons/contract.ts'
import { salonForTests } from '../salons/testing.ts'
import { JoinPanel } from './JoinPanel.tsx'

const sender = {
  id: salonForTests(1).id,
  address: '+447700900800',
  kind: 'number',
  stoppedReason: null,
} as const

function open(more: Partial<Salon>) {
  const url = 'https://salonback.example/join/glow-co'
  const state = async () => ({ url, posterUrl: `${url}/poster`, joined: 3, unconfirmed: 1 })
  renderScreen(<JoinPanel salon={salonForTests(1, more)} />, fakePlatform({ join: { state } }))
}

test('the panel has the address to copy, the poster and how many joined', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  open({ sender })
  const address = await screen.findByLabelText<HTMLInputElement>('Address of the join page')
  expect(address.value).toBe('https://salonback.example/join/glow-co')
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(writeText).toHaveBeenCalledWith('https://salonback.example/join/glow-co')
  expect(screen.getByRole('link', { name: 'Open printable poster' }).getAttribute('href')).toBe(
    'https://salonback.example/join/glow-co/poster',
  )
  expect(screen.getByText('3 clients').parentElement?.textContent).toBe(
    '3 clients joined, 1 not confirmed yet',
  )
})

test.each<[string, Partial<Salon>, string]>([
  ['a salon without a number', {}, 'once Glow & Co. has a number'],
  ['a closed salon', { sender, state: 'closed' }, 'is closed'],
])('%s has no address', (_, more, words) => {
  open(more)
  expect(screen.getByText(new RegExp(words))).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
