// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { errorResponse, type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { salonForTests } from '../salons/testing.ts'
import type { Offer } from './contract.ts'
import { OfferPart } from './OfferPart.tsx'
import { offerSamples } from './offer.ts'
import { offerForTests } from './testing.ts'

type OfferCalls = NonNullable<FakeCalls['offers']>
const salon = salonForTests(1)

/** As the server: a list with two names, and prices that are known. */
const preview: NonNullable<OfferCalls['preview']> = async ({ text }) => ({
  samples: offerSamples(
    text,
    salon,
    [{ firstName: 'Siobhán' }, { firstName: 'MRS SMITH' }],
    'https://x.example/b/1',
  ),
  recipients: 151,
  segments: 302,
  estimate: { cost: [{ amount: 4_200_000, unit: 'USD' }], unpriced: 0 },
})

function open(offers: Offer[] = [], calls: OfferCalls = {}) {
  const state = { offers }
  const service = async () => ({ publicUrl: 'https://salonback.example' }) as never
  const platform = fakePlatform({
    settings: { service },
    offers: { list: async () => ({ items: state.offers, nextCursor: null }), preview, ...calls },
  })
  renderScreen(<OfferPart salon={salon} />, platform)
  return state
}

const textBox = () => screen.findByLabelText('Text')
const write = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })

test('samples use names of the list and update while typing', async () => {
  open()
  write(await textBox(), '{salon}: Hi {firstName}, come back')
  const samples = within(await screen.findByRole('list', { name: 'Samples of Text' }))
  expect(await samples.findByText(/^Glow & Co\.: Hi Siobhán, come back/)).toBeTruthy()
  expect(samples.getByText(/^Glow & Co\.: Hi there, come back/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Insert link into Text' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Text')).toHaveProperty('value', expect.stringContaining('{link}')),
  )
})

test('the dearest name of the list shows its letter and segments, and the texts their cost', async () => {
  const previews = vi.fn(preview)
  open([], { preview: previews })
  write(await textBox(), `{salon}: Hi {firstName}, ${'x'.repeat(100)}`)
  const samples = within(await screen.findByRole('list', { name: 'Samples of Text' }))
  const [dearest] = await samples.findAllByRole('listitem')
  await waitFor(() => expect(dearest?.textContent).toMatch(/“á” in Siobhán makes 3 segments$/))
  expect(
    await screen.findByText('To 151 clients who may be texted now: 302 segments. Cost: about $4.20.'),
  ).toBeTruthy()
  expect(screen.queryByText(/^If 151 clients/)).toBeNull()
  write(screen.getByLabelText('Reminder (optional)'), '{salon}: last days')
  expect(await screen.findByText('If 151 clients got it: 302 segments. Cost: about $4.20.')).toBeTruthy()
  expect(previews.mock.lastCall?.[0]).toEqual({ id: salon.id, text: '{salon}: last days' })
})

test('without clients who may be texted no cost is shown', async () => {
  const nobody = { recipients: 0, segments: 0, estimate: { cost: [], unpriced: 0 } }
  open([], { preview: async (input) => ({ ...(await preview(input)), ...nobody }) })
  expect(await screen.findByText('No client may be texted now.')).toBeTruthy()
})

test('a wrong text shows its error; a right one becomes a new version', async () => {
  const createOffer = vi.fn<NonNullable<OfferCalls['create']>>(async ({ text }) => offerForTests(1, { text }))
  open([], { create: createOffer })
  write(await textBox(), 'Hi from us')
  await userEvent.click(screen.getByRole('button', { name: 'Save new version' }))
  expect(await screen.findByText('Please start with the name of the salon: {salon}')).toBeTruthy()
  expect(createOffer).not.toHaveBeenCalled()
  write(await textBox(), '{salon}: Hi {firstName}, come back')
  await userEvent.click(screen.getByRole('button', { name: 'Save new version' }))
  expect(await screen.findByText('Version 1 saved')).toBeTruthy()
  expect(createOffer).toHaveBeenCalledWith({
    id: salon.id,
    text: '{salon}: Hi {firstName}, come back',
    reminderText: null,
  })
})

test('versions show their state, approval and the note of the owner', async () => {
  open([
    offerForTests(2, { state: 'changes_requested', note: 'Please say 20%' }),
    offerForTests(1, {
      state: 'approved',
      approvedBy: 'Aoife B.',
      approvedAt: '2026-11-23T09:00:00.000Z',
      approvedAs: { salonName: 'Old Glow', bookingUrl: null },
    }),
  ])
  const versions = within(await screen.findByRole('list', { name: 'Versions' }))
  expect(versions.getByText('Changes requested')).toBeTruthy()
  expect(versions.getByText('The owner writes: Please say 20%')).toBeTruthy()
  expect(versions.getByText(/approved by Aoife B\. on Nov 23, 2026/)).toBeTruthy()
  expect(versions.getByText(/^Approved as Old Glow\. Ask the owner to approve the new name/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send to owner' })).toBeNull()
})

test('a draft is sent to the owner by text; a refusal shows the reason', async () => {
  const link = { url: 'https://salonback.example/o/secret', expiresAt: '2026-12-06T09:00:00.000Z' }
  const sendOffer = vi.fn<NonNullable<OfferCalls['send']>>()
  sendOffer
    .mockRejectedValueOnce(errorResponse(409, 'A newer version was sent to the owner'))
    .mockResolvedValue(link)
  open([offerForTests(1)], { send: sendOffer })
  await userEvent.click(await screen.findByRole('button', { name: 'Send to owner' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Version 1 of the offer' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Text it to Aoife' }))
  expect(await screen.findByText('A newer version was sent to the owner')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Text it to Aoife' }))
  expect(await dialog.findByDisplayValue(link.url)).toBeTruthy()
  expect(sendOffer).toHaveBeenLastCalledWith({ id: salon.id, offerId: offerForTests(1).id, text: true })
  expect(dialog.getByRole('link', { name: 'Write an email' }).getAttribute('href')).toContain('Offer%20of')
})
