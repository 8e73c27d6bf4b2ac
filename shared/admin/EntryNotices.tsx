import '../kit/entry.css'
import type { ReactNode } from 'react'
import { brand } from '../brand.ts'
import { usePlatform } from '../host/platform.ts'

// Plain elements without Blueprint: these pages load before the console.

/** An unknown path below /admin, with or without a session. */
export function NotFound() {
  const { route } = usePlatform()
  return (
    <main className="sb-entry">
      <title>{`404 Page Not Found · ${brand.adminAreaName}`}</title>
      <div className="sb-entry-form sb-entry-card">
        <Notice title="404 Page Not Found" action="Open the console" onAction={() => route.set('/admin')}>
          There is no such screen in the console.
        </Notice>
      </div>
    </main>
  )
}

/** Shown when a script of the console fails to load: the connection broke, or a new version replaced the file. */
export const LoadFailed = () => (
  <main className="sb-entry">
    <div className="sb-entry-form" role="alert">
      <Notice title="Something did not load" action="Reload" onAction={() => location.reload()}>
        A part of the console could not be loaded. Nothing you saved or wrote is lost; reload the page.
      </Notice>
    </div>
  </main>
)

interface NoticeProps {
  title: string
  children: ReactNode
  action: string
  onAction: () => void
}

const Notice = ({ title, children, action, onAction }: NoticeProps) => (
  <>
    <p className="sb-brand sb-entry-brand">{brand.name}</p>
    <h1 className="sb-display sb-entry-title">{title}</h1>
    <p className="sb-entry-note">{children}</p>
    <button type="button" className="sb-entry-button" onClick={onAction}>
      {action}
    </button>
  </>
)
