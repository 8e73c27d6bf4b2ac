import '@salonback/shared/kit/entry.css'
import './connect.css'
import { Error as ErrorIcon, Key, TickCircle, WarningSign } from '@blueprintjs/icons'
import { brand } from '@salonback/shared/brand.ts'
import { EntryButton, EntryField } from '@salonback/shared/kit/EntryField.tsx'
import { Form } from '@salonback/shared/kit/Form.tsx'
import { useConsoleForm } from '@salonback/shared/kit/form.ts'
import { useEffect, useRef, useState } from 'react'
import type { ServerCheck } from '../bridge.ts'
import { type Notice, noticesOf } from './words.ts'

/** Pause in typing after which an address is tried. */
const pauseMs = 350

interface Props {
  suggested: string | null
  keychain: boolean
  onConnected: (server: string) => void
}

/** First start: which server. The address is tried while it is typed; Connect stays off until one answers. */
export function Connect({ suggested, keychain, onConnected }: Props) {
  const [address, setAddress] = useState(suggested ?? '')
  const { check, retry } = useCheck(address)
  const found = check !== null && check !== 'looking' && check.kind === 'found'

  const form = useConsoleForm({
    // Any text may be tried; the server's answer says whether it is an address.
    values: { server: address },
    onEdit: ({ server }) => setAddress(server),
    // The screen has one purpose, and this is where it starts.
    first: 'server',
    send: async () => {
      if (!found) return retry()
      const result = await window.desktop.connect(check.origin)
      if (result.kind === 'found') onConnected(result.origin)
      else if (result.kind !== 'declined') retry()
    },
    // What is wrong with an address stands in the lines below it.
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
          {noticesOf(check, keychain).map((notice) => (
            <CheckRow key={notice.title} notice={notice} onRetry={retry} />
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

/** The answer to the address as it now stands; an answer to an older one is dropped. */
function useCheck(address: string) {
  const [check, setCheck] = useState<ServerCheck | 'looking' | null>(null)
  const [round, setRound] = useState(0)
  const latest = useRef(0)
  const asked = `${round} ${address.trim()}`
  useEffect(() => {
    const mine = ++latest.current
    const typed = asked.slice(asked.indexOf(' ') + 1)
    if (typed === '') {
      setCheck(null)
      return
    }
    setCheck('looking')
    const timer = setTimeout(async () => {
      const result = await window.desktop.checkServer(typed)
      if (latest.current === mine) setCheck(result)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [asked])
  return { check, retry: () => setRound((value) => value + 1) }
}

const icons = {
  good: <TickCircle size={16} title={false} />,
  bad: <ErrorIcon size={16} title={false} />,
  warn: <WarningSign size={16} title={false} />,
  key: <Key size={16} title={false} />,
  busy: <span className="sb-connect-spinner" />,
}

function CheckRow({ notice, onRetry }: { notice: Notice; onRetry: () => void }) {
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
