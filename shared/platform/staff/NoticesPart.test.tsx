// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakePlatform, renderAs } from '../../kit/testing.tsx'
import { NoticesPart } from './NoticesPart.tsx'

function show({ on = true } = {}) {
  const saved: unknown[] = []
  const platform = fakePlatform({
    mail: { server: async () => ({ on, simulated: false, trouble: null, troubleSince: null }) },
    staff: {
      notices: async () => ({ email: null, contact: true, summary: false }),
      setNotices: async (input) => {
        saved.push(input)
        return input
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
