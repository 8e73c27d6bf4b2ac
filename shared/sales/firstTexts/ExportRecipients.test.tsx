// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { ExportRecipients } from './ExportRecipients.tsx'
import { recipientForTests } from './testing.ts'

const id = '5d6ff7a0-0000-4000-8000-000000000001'
const recipient = (n: number) =>
  recipientForTests({
    ...{ name: `Salon ${n}`, phone: `+4477009${String(n).padStart(5, '0')}` },
    ...{ errorCode: 30003, explanation: 'The phone is off', at: '2026-11-20T08:12:00.000Z' },
  })

test('the exported file contains the recipients of every page', async () => {
  const recipients = vi.fn(async ({ page = 1 }: { page?: unknown }) =>
    Array.from({ length: page === 1 ? 1000 : 2 }, (_, n) => recipient(Number(page) * 1000 + n)),
  )
  const platform = fakePlatform({ firstTexts: { recipients } })
  renderScreen(<ExportRecipients campaign={{ id, total: 1002, secondText: null }} />, platform)
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(platform.saved).toHaveLength(1))
  const lines = String(platform.saved[0]?.text).split('\r\n')
  expect(lines).toHaveLength(1004)
  expect(lines[1]).toBe(
    'First,Salon 1000,+447700901000,failed,30003,The phone is off,2026-11-20T08:12:00.000Z',
  )
})
