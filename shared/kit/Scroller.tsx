import type { ReactNode } from 'react'

/** Whoever has no wheel scrolls with the arrow keys, so the element itself takes the focus. */
const focusable = { tabIndex: 0 } as const

/** A scrolling area, named for screen readers. */
export function Scroller({
  className,
  label,
  children,
}: {
  className?: string
  label: string
  children: ReactNode
}) {
  return (
    <section className={className} aria-label={label} {...focusable}>
      {children}
    </section>
  )
}
