// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ServiceState } from '../../core/settings/contract.ts'
import type { ImportFile, Platform } from '../../host/platform.ts'
import { errorResponse, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { useToasts } from '../../kit/toasts.ts'
import type { ImportRecord, RejectedRecord } from './contract.ts'
import { ImportTab } from './ImportTab.tsx'
import { resetUpload, summaryText, useUpload } from './upload.ts'

beforeEach(resetUpload)

const record: ImportRecord = {
  id: '5d6ff7a0-0000-4000-8000-000000000001',
  exportId: '6f1c09d2-7777',
  sourceApp: 'marketplace-scraper',
  totalRecords: 1204,
  recordsAdded: 1000,
  recordsDuplicated: 200,
  recordsErrored: 4,
  importedAt: new Date('2026-11-12T15:07').toISOString(),
}
const rejected: RejectedRecord[] = [0, 1, 2, 3].map((n) => ({
  index: n * 10 + 3,
  reason: 'The phone number is missing',
  record: { name: `Salon ${n}`, phone: n === 0 ? '' : '=1+1' },
}))
const calls = { imports: { list: async () => [record], errors: async () => rejected } }

const json: ImportFile = { name: 'salons.json', type: 'application/json', size: 1_258_291, source: null }

function hostWith(file: ImportFile | null, send?: Platform['importFile']['send']) {
  const platform = fakePlatform(calls)
  platform.importFile.choose = async () => file
  if (send) platform.importFile.send = send
  return platform
}

test('a chosen file shows its name and size and can be removed', async () => {
  renderScreen(<ImportTab />, hostWith(json))
  await userEvent.click(screen.getByRole('button', { name: 'Choose File' }))
  expect(await screen.findByText('salons.json')).toBeTruthy()
  expect(screen.getByText('1.20 MB')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(screen.getByRole('button', { name: 'Choose File' })).toBeTruthy()
})

test('other file types are refused', async () => {
  renderScreen(<ImportTab />, hostWith({ ...json, name: 'salons.csv', type: 'text/csv' }))
  await userEvent.click(screen.getByRole('button', { name: 'Choose File' }))
  expect(await screen.findByText('Invalid File Type')).toBeTruthy()
  expect(screen.getByText('Please select a JSON file')).toBeTruthy()
  expect(screen.queryByText('salons.csv')).toBeNull()
})

test('a file that the platform cannot send is refused with its reason', async () => {
  const problem = 'This is a folder. Choose a file in it.'
  renderScreen(<ImportTab />, hostWith({ ...json, problem }))
  await userEvent.click(screen.getByRole('button', { name: 'Choose File' }))
  expect(await screen.findByText('Invalid File')).toBeTruthy()
  expect(screen.getByText(problem)).toBeTruthy()
  expect(screen.queryByText('salons.json')).toBeNull()
})

test('shows measured upload, unmeasured storing, then a summary with three rejected rows', async () => {
  let tell: Parameters<Platform['importFile']['send']>[1] = () => {}
  let finish: () => void = () => {}
  const summary = { id: record.id, recordsAdded: 5000, recordsDuplicated: 150, recordsErrored: 4 }
  renderScreen(
    <ImportTab />,
    hostWith(json, (_file, onProgress) => {
      tell = onProgress
      return new Promise((resolve) => {
        finish = () => resolve(summary)
      })
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Choose File' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  expect(screen.getByRole('button', { name: 'Importing...' })).toBeTruthy()
  tell({ phase: 'sending', fraction: 0.614 })
  expect(await screen.findByText('61%')).toBeTruthy()
  tell({ phase: 'storing', fraction: null })
  expect(await screen.findByRole('button', { name: 'Remove' })).toHaveProperty('disabled', true)
  expect(screen.queryByText('%', { exact: false })).toBeNull()
  finish()
  expect(await screen.findByText('Import Completed')).toBeTruthy()
  expect(screen.getByText('5,000 new prospects added, 150 duplicates rejected, 4 errors')).toBeTruthy()
  expect(useToasts.getState().current?.duration).toBe(6000)
  const table = await screen.findByRole('region', { name: 'Rejected records' })
  expect(within(table).getAllByRole('row')).toHaveLength(1 + 3)
  expect(within(table).getByText('4')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all 4 rejected rows' }))
  expect(within(screen.getByRole('region', { name: 'Rejected records' })).getAllByRole('row')).toHaveLength(
    1 + 4,
  )
})

test('the summary omits zero duplicates and errors', () => {
  const none = { id: record.id, recordsAdded: 1, recordsDuplicated: 0, recordsErrored: 0 }
  expect(summaryText(none)).toBe('1 new prospect added')
})

test('explains how to add a file and its format', async () => {
  renderScreen(<ImportTab />, hostWith(null))
  expect(screen.getByText('Upload JSON File')).toBeTruthy()
  expect(screen.getByText(/Drop/)).toBeTruthy()
  expect(screen.getByText(/"export_metadata"[\s\S]*"prospects"/)).toBeTruthy()
  expect(screen.getByText(/needs a name and a unique phone number/)).toBeTruthy()
})

test('a failed import keeps the file and shows the reason', async () => {
  renderScreen(
    <ImportTab />,
    hostWith(json, () => Promise.reject(errorResponse(400, 'The file has no prospects array'))),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Choose File' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  expect(await screen.findByText('Import Failed')).toBeTruthy()
  expect(screen.getByText('The file has no prospects array')).toBeTruthy()
  expect(screen.getByText('salons.json')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import' })).toBeTruthy()
})

test('a failure without message shows the fallback', async () => {
  renderScreen(
    <ImportTab />,
    hostWith(json, () => Promise.reject(new TypeError('fetch failed'))),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Choose File' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  expect(await screen.findByText('Unknown error occurred during import')).toBeTruthy()
})

test('the history shows ids, counts and dates', async () => {
  renderScreen(<ImportTab />, hostWith(null))
  const table = await screen.findByRole('region', { name: 'Import history' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Export ID', 'Source', 'Records', 'Added', 'Duplicates', 'Errors', 'Imported'])
  const row = within(table).getAllByRole('row')[1]
  expect(row?.textContent).toContain('6f1c09d2...marketplace-scraper1,204+1,000200 rejected4Nov 12, 2026 at')
})

test('rejected records of an old import can be read and exported with formulas escaped', async () => {
  const platform = hostWith(null)
  renderScreen(<ImportTab />, platform)
  await userEvent.click(await screen.findByRole('button', { name: 'Show 4 rejected records of 6f1c09d2...' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('Salon 3')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save as CSV' }))
  expect(platform.saved[0]?.name).toBe('rejected-5d6ff7a0.csv')
  expect(platform.saved[0]?.text).toContain("14,Salon 1,'=1+1,The phone number is missing")
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save as JSON' }))
  expect(JSON.parse(String(platform.saved[1]?.text))).toEqual(rejected)
})

test('says when more records were rejected than are stored', async () => {
  const list = async () => [{ ...record, recordsErrored: 1_000_001 }]
  renderScreen(<ImportTab />, fakePlatform({ imports: { ...calls.imports, list } }))
  await userEvent.click(await screen.findByRole('button', { name: /^Show 1000001 rejected records/ }))
  expect(await screen.findByText('The first 4 of 1,000,001 are kept')).toBeTruthy()
})

test('a file can be dropped anywhere on the tab', async () => {
  renderScreen(<ImportTab />, hostWith(null))
  const anywhere = await screen.findByText('Expected format')
  fireEvent.dragOver(anywhere, { dataTransfer: { types: ['Files'] } })
  expect(screen.getByRole('region', { name: 'Drop a .json file here' }).dataset.over).toBe('true')
  fireEvent.drop(anywhere, { dataTransfer: { types: ['Files'], files: [json] } })
  expect(await screen.findByText('salons.json')).toBeTruthy()
})

test('a file over the server limit is refused before the upload', async () => {
  const send = vi.fn(() => new Promise<never>(() => {}))
  const service = async () => ({ maxImportBytes: 1_048_576 }) as ServiceState
  const platform = fakePlatform({ ...calls, settings: { service } })
  platform.importFile.choose = async () => json
  platform.importFile.send = send
  renderScreen(<ImportTab />, platform)
  expect(await screen.findByText(/up to 1 MB$/)).toBeTruthy()
  fireEvent.drop(screen.getByText('Expected format'), {
    dataTransfer: { types: ['Files'], files: [json] },
  })
  expect(await screen.findByText('File Too Large')).toBeTruthy()
  expect(screen.getByText(/^It has 1\.20 MB\. A file may have up to 1 MB/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Choose File' }))
  expect(screen.queryByText('salons.json')).toBeNull()
  // The file was chosen before the limit was known.
  act(() => useUpload.setState({ file: json }))
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  expect(send).not.toHaveBeenCalled()
})

test('shows the empty state without imports', async () => {
  renderScreen(<ImportTab />, fakePlatform({ imports: { list: async () => [] } }))
  expect(await screen.findByText('No imports yet')).toBeTruthy()
})
