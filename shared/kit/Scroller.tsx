import type { ReactNode } from 'react'

/** Focusable, so that the arrow keys scroll it. */
const focusable = { tabIndex: 0 } as const

interface Props {
  className?: string
  label: string
  children: ReactNode
}

/** A scroll area with a name for screen readers. */
export function Scroller({ className, label, children }: Props) {
  return (
    <section className={className} aria-label={label} {...focusable}>
      {children}
    </section>
  )
}
