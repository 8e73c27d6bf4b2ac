// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../../host/query.ts'
import { type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { salonForTests } from '../salons/testing.ts'
import { ImportAppointments } from './ImportAppointments.tsx'

const salon = salonForTests(1)

/** The open dialog with this file. */
async function choose(text: string, importRows?: NonNullable<FakeCalls['appointments']>['importRows']) {
  const platform = fakePlatform({ appointments: { ...(importRows && { importRows }) } })
  const client = createQueryClient()
  client.setQueryData(['/api/admin/me'], { id: 'maya', username: 'maya', role: 'admin' })
  renderScreen(<ImportAppointments salon={salon} />, platform, client)
  await userEvent.click(await screen.findByRole('button', { name: 'Import...' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.upload(
    dialog.getByLabelText('CSV files'),
    new File([text], 'fresha.csv', { type: 'text/csv' }),
  )
  return dialog
}

test('a file is stored in parts of 500, and the outcome is shown', async () => {
  const importRows = vi.fn(async ({ appointments }: { appointments: { externalId: string }[] }) => ({
    importId: salon.id,
    results: appointments.map(({ externalId }) =>
      externalId === '500'
        ? { externalId, result: 'invalid' as const, message: 'startsAt: this is before the year 2000' }
        : { externalId, result: 'stored' as const },
    ),
  }))
  const rows = Array.from({ length: 501 }, (_, n) => `${n},07700900600,18/03/2026 14:30,Completed`)
  const dialog = await choose(['ID,Phone,Start,Status', ...rows, 'x,,,'].join('\n'), importRows)
  expect(await dialog.findByText('501 appointments can be imported.')).toBeTruthy()
  expect(dialog.getByText('Row 503: No phone number')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }))
  expect(await dialog.findByText('500 stored, 1 not valid.')).toBeTruthy()
  expect(dialog.getByText('500: startsAt: this is before the year 2000')).toBeTruthy()
  expect(importRows.mock.calls.map(([{ appointments }]) => appointments.length)).toEqual([500, 1])
})

test('a file without numbers is refused with a sentence', async () => {
  const dialog = await choose('Name,Status\nMary,Booked')
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^There is no column with the date/)
})
