import './entry.css'
import type { ReactNode } from 'react'
import { brand } from '../brand.ts'

interface Props {
  heading: string
  /** Title of the window; by default the heading and the name of the console. */
  title?: string
  /** `alert` or `status`, if screen readers have to read the page when it appears. */
  role?: 'alert' | 'status'
  note?: ReactNode
  /** A small line at the end of the page. */
  foot?: ReactNode
  children: ReactNode
}

/** A page outside of the console, such as login: brand, heading and one form or button. */
export const EntryPage = ({ heading, title, role, note, foot, children }: Props) => (
  <main className="sb-entry">
    <title>{title ?? `${heading} · ${brand.adminAreaName}`}</title>
    <div className="sb-entry-form" role={role}>
      <p className="sb-brand sb-entry-brand">{brand.name}</p>
      <h1 className="sb-display sb-entry-title">{heading}</h1>
      {note && <p className="sb-muted">{note}</p>}
      {children}
    </div>
    {foot && <footer className="sb-faint sb-small">{foot}</footer>}
  </main>
)
