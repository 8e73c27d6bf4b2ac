// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../../host/query.ts'
import { type FakeCalls, fakePlatform, fieldError, renderScreen } from '../../kit/testing.tsx'
import { clientDetailForTests, clientForTests, waterfallForTests } from '../clients/testing.ts'
import { salonForTests } from '../salons/testing.ts'
import { visitForTests } from './testing.ts'
import { VisitsPart } from './VisitsPart.tsx'

type VisitCalls = NonNullable<FakeCalls['visits']>
const salon = salonForTests(1)
const waiting = visitForTests(1)
const charged = visitForTests(2, {
  firstName: null,
  state: 'attended',
  amount: 4500,
  attribution: { fee: true, reasons: ['Booked 3 days after the text', 'Not here for 9 months before'] },
})
const page = (items = [waiting], nextCursor: string | null = null) => ({ items, nextCursor })
const client = clientForTests(1)

function open(calls: VisitCalls = {}, query = '', role: 'admin' | 'agent' = 'admin') {
  const found = { items: [client], nextCursor: null, waterfall: waterfallForTests({ eligible: 1 }) }
  const platform = fakePlatform(
    {
      visits: { list: async () => page(), ...calls },
      clients: { list: async () => found, get: async () => clientDetailForTests(1) },
    },
    `/admin/salons/${salon.id}?part=visits${query}`,
  )
  const queries = createQueryClient()
  queries.setQueryData(['/api/admin/me'], { id: '1', username: 'maya', role })
  renderScreen(<VisitsPart salon={salon} />, platform, queries)
  return platform
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('visits show evidence and reasons, by state and by pages', async () => {
  const list = vi.fn<NonNullable<VisitCalls['list']>>(async ({ state, cursor }) =>
    state === 'to_decide' && !cursor ? page([waiting], waiting.id) : page([charged]),
  )
  const platform = open({ list })
  const row = await screen.findByRole('row', { name: /Siobhán/ })
  expect(row.textContent).toContain('+44 7700 900201')
  expect(row.textContent).toContain('Answered the text: “Friday at 3?”')
  expect(row.textContent).toContain('No feeThe visit is not confirmed yet')
  await userEvent.click(screen.getByRole('button', { name: 'Load more visits' }))
  const fee = await screen.findByRole('row', { name: /No name/ })
  expect(fee.textContent).toContain('£45.00')
  expect(fee.textContent).toContain('£13.50Booked 3 days after the text · Not here for 9 months before')
  await userEvent.click(screen.getByRole('radio', { name: 'Attended' }))
  await waitFor(() => expect(list.mock.lastCall?.[0]).toEqual({ id: salon.id, state: 'attended' }))
  expect(platform.route.get()).toContain('state=attended')
  await userEvent.click(screen.getByRole('radio', { name: 'All' }))
  await waitFor(() => expect(list.mock.lastCall?.[0]).toEqual({ id: salon.id }))
})

test('a visit is decided with an amount as people type it', async () => {
  const update = vi.fn<NonNullable<VisitCalls['update']>>(async () => charged)
  open({ update })
  await userEvent.click(await screen.findByRole('button', { name: 'Siobhán' }))
  const form = await dialog('Visit of Siobhán')
  const amount = form.getByLabelText('Paid for services (GBP)')
  await userEvent.type(amount, 'a lot')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect((await form.findByRole('alert')).textContent).toBe('Please enter an amount like 45.50')
  await userEvent.clear(amount)
  await userEvent.type(amount, '45,00')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('£13.50')).toBeTruthy()
  expect(update).toHaveBeenCalledWith({
    id: salon.id,
    visitId: waiting.id,
    state: 'attended',
    visitOn: '2026-03-20',
    service: 'treatment',
    amount: 4500,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a client who did not come has no amount', async () => {
  const update = vi.fn<NonNullable<VisitCalls['update']>>(async () => ({
    ...waiting,
    state: 'no_show' as const,
    attribution: { fee: false, reasons: ['The client did not come'] },
  }))
  open({ update }, `&visit=${waiting.id}`)
  const form = await dialog('Visit of Siobhán')
  await userEvent.click(form.getByRole('radio', { name: 'Did not come' }))
  expect(form.queryByLabelText('Paid for services (GBP)')).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('No fee: The client did not come')).toBeTruthy()
  expect(update).toHaveBeenCalledWith({ id: salon.id, visitId: waiting.id, state: 'no_show' })
})

test('the server’s errors show at their fields', async () => {
  const update = vi.fn(() => Promise.reject(fieldError('visitOn', 'This day is in the future')))
  open({ update }, `&visit=${waiting.id}`)
  const form = await dialog('Visit of Siobhán')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect((await form.findByRole('alert')).textContent).toBe('This day is in the future')
  expect(document.activeElement).toBe(form.getByLabelText('Day of the visit'))
})

test('a visit of a client who is not on the list any more cannot be decided', async () => {
  open({ list: async () => page([{ ...waiting, clientId: null }]) }, `&visit=${waiting.id}`)
  const shown = await dialog('Visit of Siobhán')
  expect(shown.getByText('This client is no longer on the list.')).toBeTruthy()
  expect(shown.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('a visit is added for a client who was searched, and needs a note', async () => {
  const note = {
    ...waiting,
    attribution: { fee: false, reasons: ['Only a note of staff: that is no evidence'] },
  }
  const create = vi.fn<NonNullable<VisitCalls['create']>>(async () => note)
  const platform = open({ create })
  await userEvent.click(await screen.findByRole('button', { name: 'Add visit' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Siobhán \+44 7700 900201/ }))
  expect(platform.route.get()).toContain(`client=${client.id}`)
  const form = await dialog('Add visit')
  fireEvent.change(form.getByLabelText('Day of the visit'), { target: { value: '2026-03-20' } })
  await userEvent.type(form.getByLabelText('Paid for services (GBP)'), '45')
  await userEvent.click(form.getByRole('button', { name: 'Add visit' }))
  expect((await form.findByRole('alert')).textContent).toBe('Please write down how you know')
  await userEvent.type(form.getByLabelText('How do you know?'), 'Seen in the diary')
  await userEvent.click(form.getByRole('button', { name: 'Add visit' }))
  expect(await screen.findByText('Only a note of staff: that is no evidence')).toBeTruthy()
  expect(create).toHaveBeenCalledWith({
    id: salon.id,
    clientId: client.id,
    state: 'attended',
    visitOn: '2026-03-20',
    amount: 4500,
    service: 'treatment',
    note: 'Seen in the diary',
  })
  await waitFor(() => expect(platform.route.get()).toBe(`/admin/salons/${salon.id}?part=visits`))
})

test('an agent reads visits and decides nothing', async () => {
  open({}, `&visit=${waiting.id}`, 'agent')
  const shown = await dialog('Visit of Siobhán')
  expect(shown.getByText('Only an admin can decide about visits.')).toBeTruthy()
  expect(shown.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add visit' })).toBeNull()
})

test('without a visit to decide the list says so', async () => {
  open({ list: async () => page([]) })
  expect(await screen.findByText('No visits to decide.')).toBeTruthy()
})

test('a number of a shop is shown until staff have seen it', async () => {
  let items = [
    { clientId: client.id, phone: '+447700900600', appointments: 1500, reason: 'too_many' as const },
  ]
  const markSeen = vi.fn(async () => {
    items = []
    return { message: 'Not shown any more' }
  })
  open({ unsettled: async () => ({ items }), markSeen })
  expect((await screen.findByText(/has 1,500 appointments/)).textContent).toBe(
    '+44 7700 900600 has 1,500 appointments. It is probably the number of a shop, so its appointments become no visits and bring no fee.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByText(/1,500 appointments/)).toBeNull())
  expect(markSeen).toHaveBeenCalledWith({ id: salon.id, clientId: client.id })
})
