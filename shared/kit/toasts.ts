import type { ReactNode } from 'react'
import { create } from 'zustand'

export interface Toast {
  id: number
  tone: 'success' | 'failure' | 'note'
  title: string
  description?: ReactNode
  /** Milliseconds until it closes. */
  duration: number
}

/** At most one toast is visible; a new one replaces the last. */
export const useToasts = create<{ current: Toast | null }>(() => ({ current: null }))

let nextId = 1

function show(tone: Toast['tone'], title: string, description?: ReactNode, duration = 5000) {
  useToasts.setState({ current: { id: nextId++, tone, title, description, duration } })
}

export const toast = {
  success: (title: string, description?: ReactNode, duration?: number) =>
    show('success', title, description, duration),
  failure: (title: string, description?: ReactNode) => show('failure', title, description),
  note: (title: string, description?: ReactNode) => show('note', title, description),
}

export const closeToast = (id: number) =>
  useToasts.setState(({ current }) => (current?.id === id ? { current: null } : {}))
