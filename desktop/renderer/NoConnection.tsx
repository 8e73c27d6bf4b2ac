import { brand } from '@salonback/shared/brand.ts'
import { EntryPage } from '@salonback/shared/kit/EntryPage.tsx'
import { LinkButton } from '@salonback/shared/kit/LinkButton.tsx'
import { WaitingButton } from '@salonback/shared/kit/WaitingButton.tsx'
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
    <EntryPage
      title={brand.name}
      heading="No connection"
      role="status"
      note={`${hostOf(server)} does not answer. You are still logged in; this goes on by itself when it does.`}
      foot={<LinkButton onClick={() => void window.desktop.changeServer()}>Use another server</LinkButton>}
    >
      <WaitingButton
        intent="primary"
        busy={checking}
        busyText="Looking for the server..."
        onClick={() => void check()}
      >
        Try again
      </WaitingButton>
    </EntryPage>
  )
}
