import '@salonback/shared/kit/entry.css'
import './connect.css'
import { Error as ErrorIcon, Key, TickCircle, WarningSign } from '@blueprintjs/icons'
import { brand } from '@salonback/shared/brand.ts'
import { EntryButton, EntryField } from '@salonback/shared/kit/EntryField.tsx'
import { Form } from '@salonback/shared/kit/Form.tsx'
import { useConsoleForm } from '@salonback/shared/kit/form.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ServerCheck } from '../bridge.ts'
import { checkNotices, type Notice } from './notices.ts'

/** Pause in typing before an address is checked. */
const debounceMs = 350

interface Props {
  suggested: string | null
  keychain: boolean
  onConnected: (server: string) => void
}

/** Asks for the server's address and checks it while it is typed. Connect is enabled when the server answers. */
export function Connect({ suggested, keychain, onConnected }: Props) {
  const [address, setAddress] = useState(suggested ?? '')
  const { check, retry } = useCheck(address)
  const found = check !== null && check !== 'checking' && check.kind === 'found'

  const form = useConsoleForm({
    values: { server: address },
    onEdit: ({ server }) => setAddress(server),
    first: 'server',
    send: async () => {
      if (!found) return retry()
      const result = await window.desktop.connect(check.origin)
      if (result.kind === 'found') onConnected(result.origin)
      else if (result.kind !== 'declined') retry()
    },
    // Problems are shown in the notices below the field.
    failure: null,
  })
  return (
    <main className="sb-entry">
      <title>{brand.name}</title>
      <Form form={form} className="sb-entry-form">
        <p className="sb-brand sb-entry-brand">{brand.name}</p>
        <h1 className="sb-display sb-entry-title">Connect to your server</h1>
        <p className="sb-entry-note">The address you use in the browser. Asked only once.</p>
        <EntryField
          form={form}
          name="server"
          label="Server address"
          type="url"
          placeholder="https://"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          aria-describedby="server-state"
        />
        <ul className="sb-connect-lines" id="server-state" aria-live="polite">
          {checkNotices(check, keychain).map((notice) => (
            <NoticeRow key={notice.title} notice={notice} onRetry={retry} />
          ))}
        </ul>
        <EntryButton form={form} busyText="Connecting..." disabled={!found}>
          Connect
          <span className="sb-kbd" aria-hidden="true">
            ↵
          </span>
        </EntryButton>
      </Form>
      <footer className="sb-entry-foot">Next: your username and password.</footer>
    </main>
  )
}

/** The check of the current address. Results for an older address are dropped. */
function useCheck(address: string) {
  const [check, setCheck] = useState<ServerCheck | 'checking' | null>(null)
  const latest = useRef(0)
  const typed = address.trim()
  const start = useCallback(() => {
    const current = ++latest.current
    if (typed === '') {
      setCheck(null)
      return
    }
    setCheck('checking')
    const timer = setTimeout(async () => {
      const result = await window.desktop.checkServer(typed)
      if (latest.current === current) setCheck(result)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(start, [start])
  return { check, retry: () => void start() }
}

const icons = {
  good: <TickCircle size={16} title={false} />,
  bad: <ErrorIcon size={16} title={false} />,
  warn: <WarningSign size={16} title={false} />,
  key: <Key size={16} title={false} />,
  busy: <span className="sb-connect-spinner" />,
}

function NoticeRow({ notice, onRetry }: { notice: Notice; onRetry: () => void }) {
  return (
    <li className="sb-connect-line" data-tone={notice.tone}>
      {icons[notice.tone]}
      <span className={notice.text ? 'sb-connect-strong' : undefined}>{notice.title}</span>
      {notice.text && (
        <span className="sb-connect-more">
          {notice.text}{' '}
          {notice.retry && (
            <button type="button" className="sb-connect-link" onClick={onRetry}>
              Try again
            </button>
          )}
        </span>
      )}
    </li>
  )
}
