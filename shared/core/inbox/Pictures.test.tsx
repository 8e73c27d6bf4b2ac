// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { errorResponse, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { Pictures } from './Pictures.tsx'

const id = '5d6ff7a0-0000-4000-8000-000000000001'
const found = { type: 'image/png' as const, data: 'AAAA' }
const open = (picture: (input: object) => Promise<typeof found>, count = 1) =>
  renderScreen(<Pictures id={id} count={count} name="Glow" />, fakePlatform({ inbox: { picture } }))

test('each picture is described and opens large', async () => {
  const picture = vi.fn(async (_: object) => found)
  open(picture, 2)
  const button = await screen.findByRole('button', { name: 'Show large: Picture 2 of 2 from Glow' })
  expect(picture.mock.calls.map(([input]) => input)).toEqual([
    { id, index: 0 },
    { id, index: 1 },
  ])
  button.focus()
  await userEvent.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Picture 2 of 2 from Glow' }))
  const image = dialog.getByRole('img', { name: 'Picture 2 of 2 from Glow' })
  expect(image.getAttribute('src')).toBe('data:image/png;base64,AAAA')
})

test('a picture that fails to load says why and can be tried again', async () => {
  const picture = vi
    .fn()
    .mockRejectedValueOnce(errorResponse(502, 'The carrier did not send the picture.'))
    .mockResolvedValue(found)
  open(picture)
  expect(await screen.findByText('The carrier did not send the picture.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('img', { name: 'Picture from Glow' })).toBeTruthy()
})

test.each([
  [404, 'The carrier no longer has this picture.'],
  [413, 'This file is larger than 5 MB.'],
  [415, 'This file is no picture that can be shown.'],
])('after a %i there is no other attempt', async (status, words) => {
  open(() => Promise.reject(errorResponse(status, words)))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a picture that the browser cannot show says so', async () => {
  open(async () => found)
  fireEvent.error(await screen.findByRole('img', { name: 'Picture from Glow' }))
  expect(await screen.findByText('This picture is damaged.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('img', { name: 'Picture from Glow' })).toBeTruthy()
})
