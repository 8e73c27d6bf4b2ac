import { Classes } from '@blueprintjs/core'
import type { ReactElement, ReactNode } from 'react'

export type Tone = 'grey' | 'blue' | 'yellow' | 'green' | 'purple' | 'amber' | 'red' | 'ink' | 'blush'

/** The coloured dot of a badge. Hidden from screen readers: the text next to it has the same meaning. */
export const Dot = ({ tone }: { tone: Tone }) => (
  <span className="sb-dot" data-tone={tone} aria-hidden="true" />
)

/** Classes of a badge, for other elements that look like one. */
export const badgeClass = `${Classes.TAG} ${Classes.ROUND} sb-badge`

interface Props {
  tone?: Tone
  look?: 'tint' | 'outline' | 'solid' | 'plain'
  /** Tone of the dot; no dot if absent. */
  dot?: Tone
  icon?: ReactElement
  children: ReactNode
  className?: string
}

/** A state as a badge. Uses the classes of Blueprint's Tag, not the component, which measures its text: slow in long lists. */
export function Badge({ tone = 'grey', look = 'tint', dot, icon, children, className = '' }: Props) {
  return (
    <span className={`${badgeClass} ${className}`} data-tone={tone} data-look={look}>
      {dot ? <Dot tone={dot} /> : icon}
      <span>{children}</span>
    </span>
  )
}
