import '@salonback/shared/kit/entry.css'
import './connect.css'
import { brand } from '@salonback/shared/brand.ts'
import { useCallback, useEffect, useState } from 'react'
import { hostOf } from './notices.ts'

const retryMs = 5000
/** The notice is shown after this time, so that it does not flash when the server answers quickly. */
const noticeDelayMs = 600

/** Shown at the start with a stored session until the server answers. Retries automatically. */
export function NoConnection({ server, onConnected }: { server: string; onConnected: () => void }) {
  const [visible, setVisible] = useState(false)
  const [checking, setChecking] = useState(false)

  const check = useCallback(async () => {
    setChecking(true)
    const result = await window.desktop.checkServer(server)
    setChecking(false)
    if (result.kind === 'found') onConnected()
    else setVisible(true)
  }, [server, onConnected])

  useEffect(() => {
    void check()
    const notice = setTimeout(() => setVisible(true), noticeDelayMs)
    const retry = setInterval(() => void check(), retryMs)
    return () => {
      clearTimeout(notice)
      clearInterval(retry)
    }
  }, [check])

  if (!visible) return <div className="sb-entry" />
  return (
    <main className="sb-entry">
      <div className="sb-entry-form" role="status">
        <p className="sb-brand sb-entry-brand">{brand.name}</p>
        <h1 className="sb-display sb-entry-title">No connection</h1>
        <p className="sb-entry-note">
          {hostOf(server)} does not answer. You are still logged in; this goes on by itself when it does.
        </p>
        <button
          type="button"
          className="sb-entry-button"
          onClick={() => void check()}
          aria-disabled={checking || undefined}
        >
          {checking ? 'Looking for the server...' : 'Try again'}
        </button>
      </div>
      <footer className="sb-entry-foot">
        <button type="button" className="sb-connect-link" onClick={() => void window.desktop.changeServer()}>
          Use another server
        </button>
      </footer>
    </main>
  )
}
