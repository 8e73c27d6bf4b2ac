import { Card } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface PageProps {
  title: string
  /** A state beside the title. */
  badge?: ReactNode
  note?: ReactNode
  /** Controls to the right of the title. */
  actions?: ReactNode
  /** Scroll a list inside the page instead of the page. */
  fixed?: boolean
  children: ReactNode
}

/** Layout of a tab: title, one sentence, then cards. */
export function Page({ title, badge, note, actions, fixed, children }: PageProps) {
  return (
    <div className="sb-page" data-fixed={fixed}>
      <header className="sb-page-head">
        <div>
          <div className="sb-page-name">
            <h2 className="sb-page-title">{title}</h2>
            {badge}
          </div>
          {note && <p className="sb-page-note">{note}</p>}
        </div>
        {actions && <div className="sb-page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface PanelProps {
  title?: ReactNode
  aside?: ReactNode
  flush?: boolean
  className?: string
  children?: ReactNode
}

/** A card with an optional title row. `flush` removes its padding, for tables and lists. */
export function Panel({ title, aside, flush, className = '', children }: PanelProps) {
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
