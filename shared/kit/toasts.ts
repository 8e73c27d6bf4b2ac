import type { ReactNode } from 'react'
import { create } from 'zustand'

export interface Toast {
  id: number
  tone: 'success' | 'failure' | 'note'
  title: string
  description?: ReactNode
  /** Milliseconds until it closes. */
  duration: number
  /** A button that closes it. */
  action?: ToastAction | undefined
}

interface ToastAction {
  label: string
  run: () => void
}

/** How long a change can be undone, ms. */
const UNDO_MS = 10_000

/** At most one toast is visible; a new one replaces the last. */
export const useToasts = create<{ current: Toast | null }>(() => ({ current: null }))

let nextId = 1

function show(
  tone: Toast['tone'],
  title: string,
  description?: ReactNode,
  duration = 5000,
  action?: ToastAction,
) {
  useToasts.setState({ current: { id: nextId++, tone, title, description, duration, action } })
}

export const toast = {
  success: (title: string, description?: ReactNode, duration?: number) =>
    show('success', title, description, duration),
  /** A change that can be undone for ten seconds. */
  undoable: (title: string, description: ReactNode, undo: () => void, tone: Toast['tone'] = 'success') =>
    show(tone, title, description, UNDO_MS, { label: 'Undo', run: undo }),
  failure: (title: string, description?: ReactNode) => show('failure', title, description),
  note: (title: string, description?: ReactNode) => show('note', title, description),
}

export const closeToast = (id: number) =>
  useToasts.setState(({ current }) => (current?.id === id ? { current: null } : {}))

/** Runs the action of the toast that is shown, for keys. */
export function runToastAction() {
  const { current } = useToasts.getState()
  if (!current?.action) return
  closeToast(current.id)
  current.action.run()
}
