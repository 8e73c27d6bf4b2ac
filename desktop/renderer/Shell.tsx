import { Admin } from '@salonback/shared/admin/Admin.tsx'
import { useState } from 'react'
import type { StartInfo } from '../bridge.ts'
import { Connect } from './Connect.tsx'
import { NoAnswer } from './NoAnswer.tsx'
import { createPlatform } from './platform.ts'

/** Which of the app's three faces to show: the first connect, the wait for a silent server, or the console. */
export function Shell({ started }: { started: StartInfo }) {
  const [server, setServer] = useState(started.server)
  // Without a session the login screen comes first, and it needs no answer yet.
  const [answered, setAnswered] = useState(!started.signedIn)
  if (!server) return <Connect keychain={started.keychain} onConnected={setServer} />
  if (!answered) return <NoAnswer server={server} onAnswer={() => setAnswered(true)} />
  return <Console started={started} server={server} />
}

function Console({ started, server }: { started: StartInfo; server: string }) {
  const [platform] = useState(() => createPlatform(window.desktop, started, server))
  return <Admin platform={platform} />
}
