// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../../host/query.ts'
import { type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { salonForTests } from '../salons/testing.ts'
import type { AppointmentChoices } from './contract.ts'
import { ImportAppointments } from './ImportAppointments.tsx'
import { partsOf } from './useImport.ts'

const salon = salonForTests(1)
type Calls = NonNullable<FakeCalls['appointments']>

const noFees = { results: [], charged: { clients: 0, amount: 0 }, takenBack: { clients: 0, amount: 0 } }
const noChoices: AppointmentChoices = { states: {}, unit: null, lastImport: null }

/** The open dialog. */
async function openDialog(calls: Calls = {}) {
  const platform = fakePlatform({
    appointments: { choices: async () => noChoices, preview: async () => noFees, ...calls },
  })
  const client = createQueryClient()
  client.setQueryData(['/api/admin/me'], { id: 'maya', username: 'maya', role: 'admin' })
  renderScreen(<ImportAppointments salon={salon} />, platform, client)
  await userEvent.click(await screen.findByRole('button', { name: 'Import...' }))
  return within(await screen.findByRole('dialog'))
}

/** The open dialog with this file. */
async function choose(text: string, calls?: Calls) {
  const dialog = await openDialog(calls)
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
  const rows = Array.from({ length: 501 }, (_, n) => `id-${n},07700900600,18/03/2026 14:30,Completed`)
  rows[500] = '500,07700900600,18/03/2026 14:30,Completed'
  const dialog = await choose(['ID,Phone,Start,Status', ...rows, 'x,,,'].join('\n'), { importRows })
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

const header = 'ID,Phone,Start,Status,Price'

test('before the import people see counts, the sum and what it charges', async () => {
  const preview = async () => ({ ...noFees, charged: { clients: 1, amount: 1350 } })
  const rows = [
    'a1,07700900600,18/03/2026 14:30,Completed,45.00',
    'a2,07700900601,18/03/2026 14:30,No show,',
    'a3,07700900602,18/03/2026 14:30,Booked,',
    'a4,07700900603,18/03/2026 14:30,Completed,free',
  ]
  const dialog = await choose([header, ...rows].join('\n'), { preview })
  expect(await dialog.findByText('It charges £13.50 for 1 client.')).toBeTruthy()
  const counts = [...document.querySelectorAll('.sb-import-counts div')].map((one) => one.textContent)
  expect(counts).toEqual(['Attended1', 'Booked1', 'Not come1', 'Canceled0', 'Left out1', 'Paid£45.00'])
  expect(dialog.getByText('Time: Start · State: Status · Amount: Price · Id: ID')).toBeTruthy()
})

test('a word that is in no list is decided once, for all files of the salon', async () => {
  let states: AppointmentChoices['states'] = {}
  const decide = vi.fn<NonNullable<Calls['choose']>>(async (input) => {
    states = (input.states ?? {}) as typeof states
    return { ...noChoices, states }
  })
  const calls = { choices: async () => ({ ...noChoices, states }), choose: decide }
  const dialog = await choose(`${header}\na1,07700900600,18/03/2026 14:30,On hold,`, calls)
  expect(await dialog.findByText('0 appointments can be imported.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
  await userEvent.selectOptions(dialog.getByLabelText('Meaning of “On hold”'), 'Not come')
  expect(await dialog.findByText('1 appointment can be imported.')).toBeTruthy()
  expect(decide.mock.calls[0]?.[0]).toEqual({
    ...{ id: salon.id, states: { onhold: { word: 'On hold', meaning: 'no_show' } } },
  })
})

test('whole amounts need a unit before the import', async () => {
  let unit: AppointmentChoices['unit'] = null
  const calls: Calls = {
    choices: async () => ({ ...noChoices, unit }),
    choose: async (input) => {
      unit = input.unit ?? null
      return { ...noChoices, unit }
    },
  }
  const dialog = await choose(`${header}\na1,07700900600,18/03/2026 14:30,Completed,120`, calls)
  expect(await dialog.findByText('Choose what the amounts mean before the import.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
  expect(dialog.getByLabelText('£1.20')).toBeTruthy()
  await userEvent.click(dialog.getByLabelText('£120.00'))
  expect(await dialog.findByText('1 appointment can be imported.')).toBeTruthy()
})

test('the last file can be taken back', async () => {
  const takeBack = vi.fn(async () => ({ removed: 3, restored: 0 }))
  const lastImport = {
    ...{ id: salon.id, fileName: 'july.csv', by: 'maya', at: '2026-03-20T10:00:00.000Z' },
    ...{ appointments: 3, takenBackAt: null, canTakeBack: true },
  }
  const dialog = await openDialog({ takeBack, choices: async () => ({ ...noChoices, lastImport }) })
  await userEvent.click(await dialog.findByRole('button', { name: 'Take back...' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Take back july.csv?' }))
  await userEvent.click(question.getByRole('button', { name: 'Take back' }))
  expect(takeBack).toHaveBeenCalledWith({ id: salon.id, importId: salon.id })
})

test('all appointments of a client are in one part', () => {
  const one = (phone: string) => ({ externalId: phone, phone, startsAt: '', state: 'booked' as const })
  const phones = ['c', 'a', 'b', 'a', 'b', 'b', 'd', 'd', 'd', 'd'].map(one)
  const parts = partsOf(phones, 3).map((part) => part.map(({ phone }) => phone).join(''))
  expect(parts).toEqual(['aa', 'bbb', 'c', 'ddd', 'd'])
})
