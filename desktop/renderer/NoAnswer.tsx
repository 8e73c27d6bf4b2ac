import '@salonback/shared/kit/entry.css'
import './connect.css'
import { brand } from '@salonback/shared/brand.ts'
import { useCallback, useEffect, useState } from 'react'
import { hostOf } from './words.ts'

const everyMs = 5000
/** A server that answers at once is never announced as silent. */
const quietMs = 600

/** Between start and console while there is a session but nobody to ask about it. Goes on by itself. */
export function NoAnswer({ server, onAnswer }: { server: string; onAnswer: () => void }) {
  const [silent, setSilent] = useState(false)
  const [asking, setAsking] = useState(false)

  const ask = useCallback(async () => {
    setAsking(true)
    const check = await window.desktop.checkServer(server)
    setAsking(false)
    if (check.kind === 'found') onAnswer()
    else setSilent(true)
  }, [server, onAnswer])

  useEffect(() => {
    void ask()
    const late = setTimeout(() => setSilent(true), quietMs)
    const timer = setInterval(() => void ask(), everyMs)
    return () => {
      clearTimeout(late)
      clearInterval(timer)
    }
  }, [ask])

  if (!silent) return <div className="sb-entry" />
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
          onClick={() => void ask()}
          aria-disabled={asking || undefined}
        >
          {asking ? 'Looking for the server...' : 'Try again'}
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
