// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { salonForTests } from '../salons/testing.ts'
import { AgencyProof, ProofPanel } from './ProofPanel.tsx'
import { noProof, proofForTests } from './testing.ts'

const salon = salonForTests(1)
const path = `/admin/salons/${salon.id}?part=results`

const facts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

test('each campaign says how many came back, and whether the text was the cause', async () => {
  renderScreen(
    <ProofPanel salon={salon} />,
    fakePlatform({ proof: { get: async () => proofForTests } }, path),
  )
  expect(
    await screen.findByText(
      'Of 180 clients we texted 21 came back, of 20 we did not text 1. Too few to tell yet.',
    ),
  ).toBeTruthy()
  expect(
    screen.getByText(
      'Of 900 clients we texted 108 came back, of 100 we did not text 5. More came back because of the text: about 7 of every 100.',
    ),
  ).toBeTruthy()
  expect(
    screen.getByText(
      '16 of 200 clients came back after version 3, 50 of 200 after version 4. More came back because of version 4.',
    ),
  ).toBeTruthy()
  expect(
    screen.getByText(/^240 clients .* this needs a list, or bookings, of Dec 19, 2026 or later\.$/),
  ).toBeTruthy()
  expect(facts()).toEqual([
    ...['11.9% of 1,080', '5.0% of 120', '+6.9 points (+1.2 to +10.3)'],
    ...['11.7% of 180', '5.0% of 20', '+6.7 points (−12.4 to +13.5)'],
    ...['12.0% of 900', '5.0% of 100', '+7.0 points (+0.5 to +10.7)'],
    ...['8.0% of 200', '25.0% of 200', '+17.0 points (+8.8 to +25.1)'],
  ])
})

test('without a campaign that kept clients aside there is no panel', async () => {
  const calls = { get: async () => noProof, agency: async () => noProof.total }
  renderScreen(
    <>
      <ProofPanel salon={salon} />
      <AgencyProof />
      <p>Below</p>
    </>,
    fakePlatform({ proof: calls }, path),
  )
  await screen.findByText('Below')
  expect(screen.queryByText('What the texts did')).toBeNull()
})

test('the agency sees the sum of all campaigns', async () => {
  renderScreen(
    <AgencyProof />,
    fakePlatform({ proof: { agency: async () => proofForTests.total } }, '/admin/salons'),
  )
  expect(
    await screen.findByText(/^2 campaigns together\. Of 1,080 clients we texted 129 came back/),
  ).toBeTruthy()
})
