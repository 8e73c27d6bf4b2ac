// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { outreach } from '../../brand.ts'
import { fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { Campaign } from './contract.ts'
import { FirstTextsProgress } from './FirstTextsProgress.tsx'
import { campaignForTests } from './testing.ts'

const campaign = campaignForTests({
  ...{ total: 5, queued: 2, sent: 1, delivered: 2, failed: 0, unknown: 0, canceled: 0, leftOut: 0 },
  waiting: 0,
})
const { id } = campaign

function open(given: Campaign) {
  let stored = given
  const set = (changes: Partial<Campaign>) =>
    vi.fn(async () => {
      stored = { ...stored, ...changes }
      return stored
    })
  const calls = {
    pause: set({ state: 'paused', pausedBy: 'maya' }),
    resume: set({ state: 'running' }),
    cancel: set({ state: 'canceled' }),
  }
  const reads = { get: async () => stored, list: async () => [stored] }
  const run = vi.fn(async () => {
    stored = given
    return { undone: 1, kept: 0 }
  })
  renderScreen(
    <FirstTextsProgress id={id} />,
    fakePlatform({ firstTexts: { ...reads, ...calls }, undo: { run } }),
  )
  return { ...calls, undo: run }
}

test('the key P pauses and resumes', async () => {
  const { pause, resume } = open(campaign)
  await screen.findByRole('button', { name: 'Pause' })
  await userEvent.keyboard('p')
  await screen.findByRole('button', { name: 'Resume' })
  await userEvent.keyboard('p')
  await screen.findByRole('button', { name: 'Pause' })
  expect([pause.mock.calls, resume.mock.calls]).toEqual([[[{ id }]], [[{ id }]]])
})

test.each<[string, Partial<Campaign>, told: string, then: string]>([
  ['pause', {}, 'Campaign paused', 'Pause'],
  ['resume', { state: 'paused', pausedBy: 'maya' }, 'Campaign resumed', 'Resume'],
])('the key U undoes a %s', async (_, changes, told, then) => {
  const { undo } = open({ ...campaign, ...changes })
  await screen.findByRole('button', { name: then })
  await userEvent.keyboard('p')
  await screen.findByText(told)
  await userEvent.keyboard('u')
  await screen.findByText('Undone')
  expect(undo).toHaveBeenCalledOnce()
  await screen.findByRole('button', { name: then })
})

test('a campaign with a basis that is no longer used can only be canceled', async () => {
  const { textsPublishedNumbers } = outreach
  onTestFinished(() => void Object.assign(outreach, { textsPublishedNumbers }))
  outreach.textsPublishedNumbers = false
  const paused = { state: 'paused', pausedReason: 'Not used' } as const
  const { resume } = open({ ...campaign, basis: 'business_number', ...paused })
  await screen.findByRole('button', { name: 'Cancel the rest...' })
  expect(screen.queryByRole('button', { name: /Resume/ })).toBeNull()
  await userEvent.keyboard('p')
  expect(resume).not.toHaveBeenCalled()
})

test('the rest is canceled after a question', async () => {
  const { cancel } = open({ ...campaign, state: 'paused', pausedBy: 'maya' })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the rest...' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel 0 queued texts?' }))
  expect(cancel).not.toHaveBeenCalled()
  await userEvent.click(question.getByRole('button', { name: 'Cancel the Rest' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel the rest...' })).toBeNull())
  expect(cancel).toHaveBeenCalledWith({ id })
})

test('the key P asks first for a campaign that paused itself', async () => {
  const { resume } = open({ ...campaign, state: 'paused', pausedReason: '7 of 200 opted out' })
  await screen.findByRole('button', { name: 'Resume...' })
  await userEvent.keyboard('p')
  const question = within(await screen.findByRole('alertdialog', { name: 'Resume these first texts?' }))
  expect(resume).not.toHaveBeenCalled()
  expect(question.getByText('7 of 200 opted out')).toBeTruthy()
})
