// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { errorResponse, fakePlatform, renderScreen } from './testing.tsx'
import { toast } from './toasts.ts'
import { useUndoableAction } from './useUndoableAction.ts'

function Mark() {
  const mark = useUndoableAction({
    run: async (undoable, _: null) => void undoable(),
    done: (_result, _value, undo) => toast.undoable('Marked', undefined, { undo }),
    failure: null,
  })
  return (
    <button type="button" onClick={() => mark.mutate(null)}>
      Mark
    </button>
  )
}

/** Marks and presses Undo. */
async function undoWith(run: () => Promise<{ undone: number; kept: number }>) {
  renderScreen(<Mark />, fakePlatform({ undo: { run } }))
  await userEvent.click(screen.getByRole('button', { name: 'Mark' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
}

test('an undo without an answer can be tried again', async () => {
  const run = vi
    .fn<() => Promise<{ undone: number; kept: number }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ undone: 2, kept: 1 })
  await undoWith(run)
  expect(await screen.findByText('Not undone')).toBeTruthy()
  // The region of toasts takes clicks only after it has counted its first toast.
  const region = screen.getByRole('region', { name: /Notifications/ })
  await expect.poll(() => getComputedStyle(region).pointerEvents).not.toBe('none')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Undone')).toBeTruthy()
  expect(screen.getByText('1 row changed since and stayed.')).toBeTruthy()
  expect(run.mock.calls[0]).toEqual(run.mock.calls[1])
})

test('an undo that the server refuses cannot', async () => {
  await undoWith(() => Promise.reject(errorResponse(409, 'It is too late to undo this.')))
  expect(await screen.findByText('It is too late to undo this.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
