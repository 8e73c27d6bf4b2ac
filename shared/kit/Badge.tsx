import { Classes } from '@blueprintjs/core'
import type { ReactElement, ReactNode } from 'react'

export type Tone = 'grey' | 'blue' | 'yellow' | 'green' | 'purple' | 'amber' | 'red' | 'ink' | 'blush'

/** The small disc in a badge. A colour never stands without its word, so screen readers skip it. */
export const Dot = ({ tone }: { tone: Tone }) => (
  <span className="sb-dot" data-tone={tone} aria-hidden="true" />
)

/** Looks of a badge, for what is one but must be another element. */
export const badgeClass = `${Classes.TAG} ${Classes.ROUND} sb-badge`

/**
 * A state in a word: tinted, outlined, solid, or plain text. Drawn with Blueprint's tag classes, not its Tag, which
 * measures its text as it appears: in a long list that costs more than everything else.
 */
export function Badge({
  tone = 'grey',
  look = 'tint',
  dot,
  icon,
  children,
  className = '',
}: {
  tone?: Tone
  look?: 'tint' | 'outline' | 'solid' | 'plain'
  /** Tone of the dot, when it has one. */
  dot?: Tone
  icon?: ReactElement
  children: ReactNode
  className?: string
}) {
  return (
    <span className={`${badgeClass} ${className}`} data-tone={tone} data-look={look}>
      {dot ? <Dot tone={dot} /> : icon}
      <span>{children}</span>
    </span>
  )
}
