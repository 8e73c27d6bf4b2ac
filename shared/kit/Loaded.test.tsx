// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { HttpError } from '../platform/http/request.ts'
import { isEmpty, Loaded, type Read } from './Loaded.tsx'
import { Empty } from './states.tsx'
import { errorResponse, fakePlatform, renderScreen } from './testing.tsx'

function show(read: Partial<Read<string[]>>) {
  const refetch = vi.fn()
  renderScreen(
    <Loaded
      read={{ data: undefined, error: null, refetch, ...read }}
      loading={{ text: 'Loading words...' }}
      failed="Failed to load words"
      empty={{ when: isEmpty, state: <Empty title="No words" /> }}
    >
      {(words) => <p>All {words.length}</p>}
    </Loaded>,
    fakePlatform({}),
  )
  return refetch
}

const shown = () =>
  [/^Loading/, /^Failed/, /^No words/, /^All/].map((words) => screen.queryByText(words) !== null)

test('the empty state is not shown before the response', async () => {
  show({})
  expect(shown()).toEqual([false, false, false, false])
  await screen.findByText('Loading words...')
  expect(shown()).toEqual([true, false, false, false])
})

test('an empty answer shows the empty state; others show the content', () => {
  show({ data: [] })
  expect(shown()).toEqual([false, false, true, false])
  cleanup()
  show({ data: ['one'] })
  expect(shown()).toEqual([false, false, false, true])
})

test('content stays when a refetch fails', () => {
  show({ data: ['one'], error: new TypeError('fetch failed') })
  expect(shown()).toEqual([false, false, false, true])
})

test.each([
  ['no answer', new TypeError('fetch failed'), 'The server did not answer.'],
  ['an answer without words', new HttpError(500, 'Broken', ''), 'Something went wrong on the server.'],
  ['an answer with words', errorResponse(503, 'The database is away'), 'The database is away'],
])('a failed load shows a message for its cause: %s', async (_, error, words) => {
  const refetch = show({ error })
  expect(screen.getByText(words)).toBeTruthy()
  expect(shown()).toEqual([false, true, false, false])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledTimes(1)
})
