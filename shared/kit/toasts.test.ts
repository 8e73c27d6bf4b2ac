import { beforeEach, expect, test, vi } from 'vitest'
import { closeToast, runToastAction, toast, useToasts } from './toasts.ts'

const current = () => useToasts.getState().current

beforeEach(() => useToasts.setState({ current: null }))

test('a new toast replaces the last', () => {
  toast.success('First')
  toast.failure('Second', 'with words')
  expect(current()).toMatchObject({ tone: 'failure', title: 'Second', description: 'with words' })
})

test('toasts last five seconds by default', () => {
  toast.note('Plain')
  expect(current()?.duration).toBe(5000)
  toast.success('Import Completed', '3 new prospects added', 6000)
  expect(current()?.duration).toBe(6000)
})

test('closing a replaced toast keeps the new one', () => {
  toast.success('First')
  const first = current()
  toast.success('Second')
  closeToast(first?.id ?? 0)
  expect(current()?.title).toBe('Second')
})

test('an undoable change shows Undo for ten seconds; it runs once and closes the toast', () => {
  const undo = vi.fn()
  toast.undoable('Marked done', 'Booked', { undo, count: '2 texts' })
  expect(current()).toMatchObject({ count: '2 texts', duration: 10_000, action: { label: 'Undo' } })
  runToastAction()
  runToastAction()
  expect(undo).toHaveBeenCalledOnce()
  expect(current()).toBeNull()
})

test('the key for an action does nothing to a toast without one', () => {
  toast.success('Plain')
  runToastAction()
  expect(current()?.title).toBe('Plain')
})
