import type { ReactNode } from 'react'
import { create } from 'zustand'
import { UNDO_MS } from '../platform/http/endpoint.ts'

export interface Toast {
  id: number
  tone: 'success' | 'failure' | 'note'
  title: string
  description?: ReactNode
  /** How many rows were changed: `632 prospects`. */
  count?: string | undefined
  /** Milliseconds until it closes. */
  duration: number
  /** A button that closes it. */
  action?: ToastAction | undefined
}

interface ToastAction {
  label: string
  run: () => void
  /** It opens another screen, so the key of *Undo* does not press it. */
  isLink?: boolean
}

/** At most one toast is visible; a new one replaces the last. */
export const useToasts = create<{ current: Toast | null }>(() => ({ current: null }))

let nextId = 1

function show(
  tone: Toast['tone'],
  title: string,
  description?: ReactNode,
  more: Partial<Pick<Toast, 'duration' | 'action' | 'count'>> = {},
) {
  useToasts.setState({ current: { id: nextId++, tone, title, description, duration: 5000, ...more } })
}

interface Undoable {
  undo: () => void
  tone?: Toast['tone']
  count?: string
}

export const toast = {
  success: (title: string, description?: ReactNode, duration?: number) =>
    show('success', title, description, duration === undefined ? {} : { duration }),
  /** A change that can be undone for ten seconds. */
  undoable: (title: string, description: ReactNode, { undo, tone = 'success', count }: Undoable) =>
    show(tone, title, description, { duration: UNDO_MS, action: { label: 'Undo', run: undo }, count }),
  failure: (title: string, description?: ReactNode, action?: ToastAction) =>
    show('failure', title, description, action ? { duration: UNDO_MS, action } : {}),
  note: (title: string, description?: ReactNode, action?: ToastAction) =>
    show('note', title, description, action ? { duration: UNDO_MS, action } : {}),
}

export const closeToast = (id: number) =>
  useToasts.setState(({ current }) => (current?.id === id ? { current: null } : {}))

/** Runs the action of the toast that is shown, for keys. */
export function runToastAction() {
  const { current } = useToasts.getState()
  if (!current?.action || current.action.isLink) return
  closeToast(current.id)
  current.action.run()
}
