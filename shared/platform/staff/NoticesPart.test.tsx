// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakePlatform, renderAs } from '../../kit/testing.tsx'
import { NoticesPart } from './NoticesPart.tsx'

function show({ on = true, ...stored }: { on?: boolean; email?: string; confirmed?: boolean } = {}) {
  const saved: unknown[] = []
  const platform = fakePlatform({
    mail: { server: async () => ({ on, simulated: false, trouble: null, troubleSince: null }) },
    staff: {
      notices: async () => ({ email: null, confirmed: false, contact: true, summary: false, ...stored }),
      confirmAddress: async () => ({ message: 'We have mailed a link to nora@agency.example' }),
      setNotices: async (input) => {
        saved.push(input)
        return { ...input, confirmed: false }
      },
    },
  })
  renderAs('agent', <NoticesPart onClose={() => undefined} />, platform)
  return saved
}

test('a person gives an address and chooses notices; a wrong address stays in the form', async () => {
  const saved = show()
  const field = await screen.findByLabelText(/Your email address/)
  await userEvent.type(field, 'nora@agency')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter a valid email address')
  await userEvent.type(field, '.example')
  await userEvent.click(screen.getByLabelText('A summary each morning'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(saved).toEqual([{ email: 'nora@agency.example', contact: true, summary: true }])
})

test('without a mail server the form says so', async () => {
  show({ on: false })
  expect(await screen.findByText('Email is not set up on this server yet.')).toBeTruthy()
})

test('an address that is not confirmed says so, and its link is mailed again', async () => {
  show({ email: 'nora@agency.example' })
  await screen.findByText('Not confirmed yet. Emails begin when you open the link that we mailed.')
  await userEvent.click(screen.getByRole('button', { name: 'Mail the link again' }))
  await screen.findByText('We have mailed a link to nora@agency.example')
})

test('a confirmed address needs no link', async () => {
  show({ email: 'nora@agency.example', confirmed: true })
  await screen.findByDisplayValue('nora@agency.example')
  expect(screen.queryByRole('button', { name: 'Mail the link again' })).toBeNull()
})
