type Toast = { id: number; title: string; text: string; failed: boolean }

const listeners = new Set<() => void>()
let current: Toast | undefined

/** The newest notification. `Toasts`, a separate chunk, reads it. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  read: () => current,
  put(toast: Omit<Toast, 'id'>) {
    current = { id: (current?.id ?? 0) + 1, ...toast }
  },
  publish() {
    for (const listener of listeners) listener()
  },
}
