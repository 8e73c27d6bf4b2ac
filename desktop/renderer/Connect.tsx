import './connect.css'
import { Spinner } from '@blueprintjs/core'
import { Error as ErrorIcon, Key, TickCircle, WarningSign } from '@blueprintjs/icons'
import { brand } from '@salonback/shared/brand.ts'
import { EntryPage } from '@salonback/shared/kit/EntryPage.tsx'
import { InputField, SendButton } from '@salonback/shared/kit/Field.tsx'
import { Form } from '@salonback/shared/kit/Form.tsx'
import { useConsoleForm } from '@salonback/shared/kit/form.ts'
import { LinkButton } from '@salonback/shared/kit/LinkButton.tsx'
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
    <EntryPage
      title={brand.name}
      heading="Connect to your server"
      note="The address you use in the browser. Asked only once."
      foot="Next: your username and password."
    >
      <Form form={form}>
        <InputField
          form={form}
          name="server"
          label="Server address"
          note={<Notices notices={checkNotices(check, keychain)} onRetry={retry} />}
          type="url"
          placeholder="https://"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SendButton form={form} busyText="Connecting..." disabled={!found} endIcon={enterKey}>
          Connect
        </SendButton>
      </Form>
    </EntryPage>
  )
}

const enterKey = (
  <span className="sb-kbd" aria-hidden="true">
    ↵
  </span>
)

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
  busy: <Spinner size={14} tagName="span" aria-hidden />,
}

const Notices = ({ notices, onRetry }: { notices: Notice[]; onRetry: () => void }) => (
  <ul className="sb-connect-lines" aria-live="polite">
    {notices.map((notice) => (
      <NoticeRow key={notice.title} notice={notice} onRetry={onRetry} />
    ))}
  </ul>
)

function NoticeRow({ notice, onRetry }: { notice: Notice; onRetry: () => void }) {
  return (
    <li className="sb-connect-line" data-tone={notice.tone}>
      {icons[notice.tone]}
      <span className={notice.text ? 'sb-strong' : undefined}>{notice.title}</span>
      {notice.text && (
        <span className="sb-connect-more sb-muted">
          {notice.text} {notice.retry && <LinkButton onClick={onRetry}>Try again</LinkButton>}
        </span>
      )}
    </li>
  )
}
