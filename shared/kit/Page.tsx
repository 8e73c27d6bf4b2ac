import { Card } from '@blueprintjs/core'
import type { ReactNode } from 'react'

/** The frame of a tab: title in the display face, one plain sentence, then its cards. */
export function Page({
  title,
  note,
  actions,
  fixed,
  children,
}: {
  title: string
  note?: ReactNode
  /** What stands at the right end of the title. */
  actions?: ReactNode
  /** The page itself stays in place and a list inside it scrolls. */
  fixed?: boolean
  children: ReactNode
}) {
  return (
    <div className="sb-page" data-fixed={fixed}>
      <header className="sb-page-head">
        <div>
          <h2 className="sb-page-title">{title}</h2>
          {note && <p className="sb-page-note">{note}</p>}
        </div>
        {actions && <div className="sb-page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** A card with a hairline and, if wanted, a title row. `flush` lets a table or list reach its edges. */
export function Panel({
  title,
  aside,
  flush,
  className = '',
  children,
}: {
  title?: ReactNode
  aside?: ReactNode
  flush?: boolean
  className?: string
  children?: ReactNode
}) {
  return (
    <Card className={`sb-panel ${className}`} data-flush={flush}>
      {title && (
        <div className="sb-panel-head">
          <h3 className="sb-panel-title">{title}</h3>
          {aside}
        </div>
      )}
      {children}
    </Card>
  )
}
