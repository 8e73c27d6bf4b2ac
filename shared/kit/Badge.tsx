import { Tag } from '@blueprintjs/core'
import type { ReactElement, ReactNode } from 'react'

export type Tone = 'grey' | 'blue' | 'yellow' | 'green' | 'purple' | 'amber' | 'red' | 'ink' | 'blush'

/** The small disc in a badge. A colour never stands without its word, so it is decoration to a reader. */
export const Dot = ({ tone }: { tone: Tone }) => (
  <span className="sb-dot" data-tone={tone} aria-hidden="true" />
)

/** A state in a word: tinted, outlined, solid, or plain text. */
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
    <Tag
      round
      className={`sb-badge ${className}`}
      data-tone={tone}
      data-look={look}
      icon={dot ? <Dot tone={dot} /> : icon}
    >
      {children}
    </Tag>
  )
}
