import type { ReactNode } from 'react'

/** Prerendered form that a script in `islands/` hydrates. */
export function Island({ children }: { children: ReactNode }) {
  return <div data-form="">{children}</div>
}
