// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Platform } from '../../host/platform.ts'
import { errorResponse, type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { ReplyOf } from '../../platform/http/endpoint.ts'
import { clientDetailForTests, clientForTests, waterfallForTests } from '../clients/testing.ts'
import { salonForTests } from '../salons/testing.ts'
import { visitForTests } from '../visits/testing.ts'
import { ClientsPart } from './ClientsPart.tsx'
import type { ListRow, lists } from './contract.ts'
import { previewForTests } from './testing.ts'

type ClientCalls = NonNullable<FakeCalls['clients']>
type ListCalls = NonNullable<FakeCalls['lists']>
const salon = salonForTests(1)
const preview = previewForTests()
const listOf = (items = [clientForTests(1)], nextCursor: string | null = null) => ({
  items,
  nextCursor,
  waterfall: waterfallForTests({ no_basis: 2, eligible: items.length }),
})
const none = { preview: null, stored: null }
const declared = {
  by: 'Aoife Byrne',
  at: '2026-11-20T09:00:00.000Z',
  asOf: '2026-11-19',
  declaration: {
    customers: true,
    knewOfTexts: 'no',
    toldOfTexts: 'yes',
    couldRefuse: 'no',
    consentInWriting: 'unknown',
  },
} as const
const storedForTests = {
  id: '5d6ff7a0-0000-4000-8000-000000000202',
  fileName: 'june.csv',
  counts: { added: 4, updated: 0, unchanged: 0, rejected: 2 },
  rejectedRows: 2,
  declared,
  canUndo: true,
  undo: { deleted: 4, restored: 0, consents: 3, objections: 1 },
}
const empty = { items: [], nextCursor: null, waterfall: waterfallForTests({}) }

function open(calls: ListCalls = {}, upload?: Platform['upload'], shown = salon, clients: ClientCalls = {}) {
  const platform = fakePlatform(
    {
      clients: { list: async () => empty, ...clients },
      lists: {
        currentLists: async () => none,
        unreadAnswers: async () => [],
        listWaterfall: async () => preview.waterfall,
        ...calls,
      },
    },
    `/admin/salons/${salon.id}?part=clients`,
    upload && { upload },
  )
  renderScreen(<ClientsPart salon={shown} />, platform)
  return platform
}

const file = new File(['First name,Mobile\n'], 'clients.csv', { type: 'text/csv' })
const choose = async (chosen = file) =>
  userEvent.upload(await screen.findByLabelText('Choose a list'), chosen, { applyAccept: false })

test('a chosen list is uploaded and previewed with rows, columns and waterfall', async () => {
  const upload = vi.fn<Platform['upload']>(async () => preview)
  open({}, upload)
  await choose()
  await screen.findByText('Preview of clients.csv')
  expect(upload).toHaveBeenCalledWith(`/api/admin/salons/${salon.id}/lists`, expect.any(FormData))
  expect(upload.mock.calls[0]?.[1].get('listFile')).toHaveProperty('name', 'clients.csv')
  const steps = within(screen.getByRole('list', { name: 'From rows to eligible clients' }))
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '6 rows in the file',
    '−1 without a usable number',
    '−1 merged into another row with the same number',
    '4 numbers',
    '−1 opted out',
    '3 eligible',
  ])
  expect(screen.getByRole('cell', { name: '07700 900201' })).toBeTruthy()
  expect(screen.getByLabelText('Mobile number')).toHaveProperty('value', '1')
})

const rowForTests = (row: number, more: Partial<ListRow> = {}): ListRow => ({
  row,
  firstName: 'Zoe',
  phone: '4.47701E+11',
  lastVisit: '2026-03-10',
  message: 'digits were lost in a spreadsheet',
  ...more,
})

test('each step of the preview opens its rows by pages', async () => {
  const listRows = vi.fn<NonNullable<ListCalls['listRows']>>(async ({ part, cursor }) => {
    if (part !== 'rejected') return { items: [rowForTests(2, { phone: '+447700900201' })], nextCursor: null }
    return cursor
      ? { items: [rowForTests(60, { firstName: null })], nextCursor: null }
      : { items: [rowForTests(4)], nextCursor: '4' }
  })
  open({ listRows, currentLists: async () => ({ preview, stored: null }) })
  const rejected = await screen.findByRole('button', { name: '−1 without a usable number' })
  rejected.focus()
  await userEvent.keyboard('{Enter}')
  const table = within(await screen.findByRole('region', { name: 'Rows: without a usable number' }))
  const cellsOf = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cellsOf(/^4 Zoe/)).toEqual([
    '4',
    'Zoe',
    '4.47701E+11',
    'Mar 10, 2026',
    'digits were lost in a spreadsheet',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Load more rows' }))
  expect(await table.findByRole('row', { name: /^60 No name/ })).toBeTruthy()
  expect(listRows.mock.lastCall?.[0]).toEqual({
    id: salon.id,
    listId: preview.id,
    part: 'rejected',
    cursor: '4',
  })
  await userEvent.click(screen.getByRole('button', { name: '1 row with a remark' }))
  expect(await screen.findByRole('row', { name: /^2 Zoe \+44 7700 900201/ })).toBeTruthy()
  expect(screen.queryByText('4.47701E+11')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '3 eligible' }))
  await waitFor(() => expect(listRows.mock.lastCall?.[0]).toMatchObject({ part: 'eligible' }))
  await userEvent.click(screen.getByRole('button', { name: '3 eligible', pressed: true }))
  expect(screen.queryByRole('region', { name: 'Rows: eligible' })).toBeNull()
})

test('a dropped list is uploaded too; a refused one shows the reason', async () => {
  open({}, () => Promise.reject(errorResponse(422, 'No column with phone numbers was found.')))
  const zone = await screen.findByRole('region', { name: 'Drop a list here' })
  fireEvent.drop(zone, { dataTransfer: { files: [file] } })
  expect((await screen.findByRole('alert')).textContent).toBe('No column with phone numbers was found.')
  await choose(new File(['x'], 'clients.xls'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Please choose a CSV or XLSX file.'))
})

test('another column for a field reads the list again', async () => {
  const remapList = vi.fn<NonNullable<ListCalls['remapList']>>(async ({ mapping }) => ({
    ...preview,
    mapping,
  }))
  open({ remapList }, async () => preview)
  await choose()
  await userEvent.selectOptions(await screen.findByLabelText('Last visit'), 'Not in the list')
  await waitFor(() => expect(screen.getByLabelText('Last visit')).toHaveProperty('value', ''))
  expect(remapList).toHaveBeenCalledWith({
    id: salon.id,
    listId: preview.id,
    mapping: { firstName: 0, phone: 1 },
  })
})

test('a list is stored with its declaration, then undone unless texts have left', async () => {
  let current: ReplyOf<typeof lists.currentLists> = none
  const commitList = vi.fn<NonNullable<ListCalls['commitList']>>(async () => {
    current = {
      preview: null,
      stored: { ...storedForTests, id: preview.id, fileName: preview.fileName, declared: null },
    }
    return storedForTests.counts
  })
  const refused = errorResponse(409, 'Clients of this list have had texts already')
  const undoList = vi.fn<NonNullable<ListCalls['undoList']>>()
  undoList.mockRejectedValueOnce(refused).mockImplementation(async () => {
    current = none
    return { message: 'List undone' }
  })
  open({ commitList, undoList, currentLists: async () => current }, async () => preview)
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Store list' }))
  expect(await screen.findByText('Only customers of this salon may be on the list')).toBeTruthy()
  expect(screen.getAllByText('Please choose an answer')).toHaveLength(2)
  await userEvent.click(screen.getByLabelText('All of these people are customers of this salon'))
  for (const yes of screen.getAllByRole('radio', { name: 'Yes' })) await userEvent.click(yes)
  fireEvent.change(screen.getByLabelText('Date of the list'), { target: { value: '2026-11-20' } })
  await userEvent.click(screen.getByRole('button', { name: 'Store list' }))
  await screen.findByText('clients.csv is stored')
  expect(commitList).toHaveBeenCalledWith({
    id: salon.id,
    listId: preview.id,
    asOf: '2026-11-20',
    declaration: { customers: true, toldOfTexts: 'yes', couldRefuse: 'yes', knewOfTexts: 'yes' },
  })
  const confirmUndo = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Undo last list' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Undo clients.csv?' }))
    expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '4 clients that only this list has will be deleted.',
      '3 consents of this list will be deleted.',
      '1 objection will stay: we do not text people who said no.',
    ])
    await userEvent.click(question.getByRole('button', { name: 'Undo list' }))
  }
  await confirmUndo()
  expect(await screen.findByText('Clients of this list have had texts already')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await confirmUndo()
  await waitFor(() => expect(screen.queryByText('clients.csv is stored')).toBeNull())
})

test('after a reload a list that waits is previewed, and a stored one can be undone', async () => {
  const stored = storedForTests
  open({ currentLists: async () => ({ preview, stored: null }) })
  expect(await screen.findByText('Preview of clients.csv')).toBeTruthy()
  cleanup()
  open({ currentLists: async () => ({ preview: null, stored }) })
  expect(await screen.findByText('june.csv is stored')).toBeTruthy()
  cleanup()
  open({ currentLists: async () => ({ preview: null, stored: { ...stored, canUndo: false } }) })
  await screen.findByText('No clients yet.')
  expect(screen.getByText(/^Shared by Aoife Byrne on Nov 20, 2026 at/).textContent).toMatch(
    /exported on Nov 19, 2026\. Declared: all are customers, told of texts: yes, could refuse: no, a yes on the list is in writing: not known\.$/,
  )
  expect(screen.queryByRole('button', { name: 'Undo last list' })).toBeNull()
})

const answer = async (question: RegExp, name: string) =>
  userEvent.click(within(screen.getByRole('radiogroup', { name: question })).getByRole('radio', { name }))

test('an answer of the declaration changes the counts and the rows before the list is stored', async () => {
  const asked = previewForTests({ consentColumn: 'SMS' })
  const listWaterfall = vi.fn<NonNullable<ListCalls['listWaterfall']>>(async ({ knewOfTexts }) =>
    waterfallForTests(knewOfTexts === 'yes' ? { opted_out: 1, eligible: 3 } : { opted_out: 1, no_basis: 3 }),
  )
  const listRows = vi.fn<NonNullable<ListCalls['listRows']>>(async () => ({
    items: [rowForTests(2)],
    nextCursor: null,
  }))
  open({ listWaterfall, listRows, currentLists: async () => ({ preview: asked, stored: null }) })
  await screen.findByRole('button', { name: '3 eligible' })
  expect(screen.getByText(/^The counts assume that clients knew .* is a written agreement\./)).toBeTruthy()
  expect(listWaterfall).not.toHaveBeenCalled()
  await answer(/^Could they say no/, 'No')
  await userEvent.click(await screen.findByRole('button', { name: '−3 no consent or soft opt-in' }))
  expect(screen.getByText('0').closest('li')?.textContent).toBe('0 eligible')
  expect(screen.getByText('With these answers 0 clients may be texted.')).toBeTruthy()
  expect(screen.getByText(/^The counts follow your answer, and assume that a yes in “SMS”/)).toBeTruthy()
  await screen.findByRole('row', { name: /^2 Zoe/ })
  const given = { id: salon.id, listId: asked.id, knewOfTexts: 'no' }
  expect(listRows.mock.lastCall?.[0]).toEqual({ ...given, part: 'no_basis' })
  await answer(/agreed in writing/, 'Unknown')
  expect(await screen.findByText(/^The counts follow your answers\./)).toBeTruthy()
  expect(listWaterfall.mock.lastCall?.[0]).toEqual({ ...given, consentInWriting: 'unknown' })
  await answer(/^Could they say no/, 'Yes')
  await answer(/^Did the salon tell these people/, 'Unknown')
  expect(await screen.findByRole('button', { name: '−3 no consent or soft opt-in' })).toBeTruthy()
  await answer(/^Did the salon tell these people/, 'Yes')
  expect(await screen.findByRole('button', { name: '3 eligible' })).toBeTruthy()
})

test('the rejected rows of a stored list are saved as a file until they are deleted', async () => {
  const row = { row: 4, column: 'Mobile', value: '=HYPERLINK("x")', reason: 'not a phone number' }
  const rejectedRows = vi.fn<NonNullable<ListCalls['rejectedRows']>>(async () => [row])
  const stored = { ...storedForTests, rejectedRows: 1 }
  const { saved } = open({ rejectedRows, currentLists: async () => ({ preview: null, stored }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Save rejected rows' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({
    name: expect.stringMatching(/^rejected-rows-.*\.csv$/),
    text: `\uFEFFRow,Column,Value,Reason\r\n4,Mobile,"'=HYPERLINK(""x"")",not a phone number\r\n`,
  })
  expect(rejectedRows.mock.lastCall?.[0]).toEqual({ id: salon.id, listId: stored.id })
  expect(screen.getByText(/^1 of 2 rows can be saved\./)).toBeTruthy()
  cleanup()
  open({ currentLists: async () => ({ preview: null, stored: { ...stored, rejectedRows: 0 } }) })
  await screen.findByText('june.csv is stored')
  expect(screen.queryByRole('button', { name: 'Save rejected rows' })).toBeNull()
})

test('a column is chosen by its values if the list does not name it', async () => {
  const unknown = previewForTests({
    columns: ['Name', 'Mob'],
    mapping: { name: 0 },
    needsPhoneColumn: true,
    phoneColumns: [
      { index: 0, name: 'Name', values: ['Mary Byrne', 'Siobhán Kelly'] },
      { index: 1, name: 'Mob', values: ['07700900801', '07700900802'] },
    ],
    proposedPhoneColumn: 1,
    waterfall: waterfallForTests({}),
  })
  const remapList = vi.fn<NonNullable<ListCalls['remapList']>>(async () => preview)
  open({ remapList }, async () => unknown)
  await choose()
  const columns = within(await screen.findByRole('radiogroup', { name: 'Column with the mobile numbers' }))
  expect(columns.getByRole('radio', { name: /^Mob/, checked: true })).toBeTruthy()
  expect(screen.getByText('eligible').closest('li')?.textContent).toBe('0 eligible')
  expect(screen.queryByRole('button', { name: 'Store list' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Use this column' }))
  expect(await screen.findByRole('button', { name: 'Store list' })).toBeTruthy()
  expect(remapList.mock.lastCall?.[0]).toMatchObject({ mapping: { name: 0, phone: 1 } })
})

test('sheet, hidden rows and unread answers are chosen before a list is stored', async () => {
  const workbook = previewForTests({
    sheet: 'Clients',
    sheets: [
      { name: 'Notes', hidden: true, chosen: false },
      { name: 'Clients', hidden: false, chosen: true },
    ],
    hiddenRows: 2,
    consentColumn: 'SMS Marketing',
    unreadConsent: [{ value: 'asked mum', clients: 5 }],
  })
  const remapList = vi.fn<NonNullable<ListCalls['remapList']>>(async () => workbook)
  const commitList = vi.fn<NonNullable<ListCalls['commitList']>>()
  open({ remapList, commitList }, async () => workbook)
  await choose()
  expect(await screen.findByText('Not read: Notes')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Sheet'), 'Notes (hidden)')
  expect(remapList.mock.lastCall?.[0]).toMatchObject({ sheet: 'Notes' })
  await userEvent.click(screen.getByLabelText('Read the 2 rows that a filter hides in the file'))
  expect(remapList.mock.lastCall?.[0]).toMatchObject({ hiddenRows: true })
  expect(screen.getByText('5 clients:').closest('li')?.textContent).toContain('“asked mum”')
  await userEvent.selectOptions(screen.getByLabelText('Meaning of “asked mum”'), 'Objection')
  expect(remapList.mock.lastCall?.[0]).toMatchObject({
    consentAnswers: [{ value: 'asked mum', answer: 'objection' }],
  })
  await userEvent.click(screen.getByLabelText('All of these people are customers of this salon'))
  await answer(/^Did the salon tell these people/, 'Yes')
  await answer(/^Could they say no/, 'Yes')
  await userEvent.click(screen.getByRole('button', { name: 'Store list' }))
  expect(await screen.findByText('Please choose an answer')).toBeTruthy()
  await answer(/agreed in writing/, 'No')
  await userEvent.click(screen.getByRole('button', { name: 'Store list' }))
  await waitFor(() =>
    expect(commitList.mock.lastCall?.[0]).toMatchObject({
      declaration: { customers: true, knewOfTexts: 'yes', consentInWriting: 'no' },
    }),
  )
})

test('answers of stored clients are decided for all who gave them', async () => {
  const decideAnswer = vi.fn<NonNullable<ListCalls['decideAnswer']>>(async () => ({ decided: 5 }))
  open({ unreadAnswers: async () => [{ value: 'asked mum', clients: 5 }], decideAnswer })
  const decide = await screen.findByRole('button', { name: 'Decide' })
  expect(decide).toHaveProperty('disabled', true)
  await userEvent.selectOptions(screen.getByLabelText('Meaning of “asked mum”'), 'Nothing said')
  await userEvent.click(decide)
  expect(decideAnswer.mock.lastCall?.[0]).toEqual({ id: salon.id, value: 'asked mum', answer: 'nothing' })
})

test('a preview is discarded', async () => {
  const undoList = vi.fn<NonNullable<ListCalls['undoList']>>(async () => ({ message: 'List discarded' }))
  open({ undoList }, async () => preview)
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('No clients yet.')).toBeTruthy()
  expect(undoList).toHaveBeenCalledWith({ id: salon.id, listId: preview.id })
})

test('the parts of the waterfall filter the table; pages and search', async () => {
  const other = clientForTests(2, { firstName: null })
  const list = vi.fn<NonNullable<ClientCalls['list']>>(async ({ cursor }) =>
    cursor ? listOf([other]) : listOf([clientForTests(1)], clientForTests(1).id),
  )
  const platform = open({}, undefined, salon, { list })
  const row = await screen.findByRole('row', { name: /Siobhán/ })
  expect(row.textContent).toContain('+44 7700 900201')
  expect(row.textContent).toContain('Mar 10, 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Load more clients' }))
  expect(await screen.findByRole('row', { name: /No name/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'No consent or soft opt-in 2' }))
  await waitFor(() => expect(list.mock.lastCall?.[0]).toEqual({ id: salon.id, reason: 'no_basis' }))
  expect(platform.route.get()).toContain('reason=no_basis')
  await userEvent.click(
    await screen.findByRole('button', { name: 'No consent or soft opt-in 2', pressed: true }),
  )
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search name or number' }), '9002')
  await waitFor(() => expect(list.mock.lastCall?.[0]).toEqual({ id: salon.id, q: '9002' }))
})

test('a client shows the consent history and takes an objection', async () => {
  const entry = { at: '2026-11-20T09:00:00.000Z', source: 'list' as const, wording: 'Declared by the salon' }
  let stored = clientDetailForTests(1, {
    consent: [{ ...entry, kind: 'soft_opt_in' }],
    outcomes: [
      { at: '2026-11-21T09:00:00.000Z', outcome: 'booked' },
      { at: '2026-11-20T09:00:00.000Z', outcome: 'not_interested' },
    ],
    appointments: [visitForTests(1, { visitAt: null })],
  })
  const recordConsent = vi.fn<NonNullable<ClientCalls['recordConsent']>>(
    async ({ id: _, clientId, ...said }) => {
      expect(clientId).toBe(stored.id)
      stored = {
        ...stored,
        eligibility: { ok: false, reason: 'objection' },
        consent: [...stored.consent, said],
      }
      return stored
    },
  )
  open({}, undefined, salon, { list: async () => listOf(), get: async () => stored, recordConsent })
  await userEvent.click(await screen.findByRole('button', { name: 'Siobhán' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Siobhán' }))
  const answers = within(await dialog.findByRole('region', { name: 'Answers and appointments' }))
  expect(answers.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Booked without a date.*by maya$/),
    expect.stringMatching(/^Not interested/),
  ])
  const history = within(await dialog.findByRole('region', { name: 'Consent history' }))
  expect(history.getByText('Soft opt-in')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Record' }))
  expect(await dialog.findByText('Please write down what was said')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('What was said'), 'Asked at the desk not to be texted')
  await userEvent.click(dialog.getByRole('button', { name: 'Record' }))
  expect(await history.findByText('Objection')).toBeTruthy()
  expect(dialog.getByText('Objected or withdrew consent')).toBeTruthy()
  expect(recordConsent.mock.calls[0]?.[0]).toMatchObject({ kind: 'objection', source: 'owner' })
})

test('a closed salon takes no list', async () => {
  open({}, undefined, { ...salon, state: 'closed' })
  await screen.findByText('No clients yet.')
  expect(screen.queryByLabelText('Choose a list')).toBeNull()
})

test('a visit is added from the client', async () => {
  const stored = clientDetailForTests(1)
  const platform = open({}, undefined, salon, { list: async () => listOf(), get: async () => stored })
  await userEvent.click(await screen.findByRole('button', { name: 'Siobhán' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add visit' }))
  expect(platform.route.get()).toBe(`/admin/salons/${salon.id}?part=visits&client=${stored.id}&add=visit`)
})
