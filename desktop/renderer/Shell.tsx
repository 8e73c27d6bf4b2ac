import { Admin } from '@salonback/shared/admin/Admin.tsx'
import { brand } from '@salonback/shared/brand.ts'
import { screenOf } from '@salonback/shared/host/addresses.ts'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { StartInfo } from '../bridge.ts'
import { Connect } from './Connect.tsx'
import { NoAnswer } from './NoAnswer.tsx'
import { createPlatform } from './platform.ts'

/** Which of the app's three faces to show: the first connect, the wait for a silent server, or the console. */
export function Shell({ started }: { started: StartInfo }) {
  const [server, setServer] = useState(started.server)
  // Without a session the login screen comes first, and it needs no answer yet.
  const [answered, setAnswered] = useState(!started.signedIn)
  if (!server) {
    return (
      <Framed started={started}>
        <Connect suggested={started.suggested} keychain={started.keychain} onConnected={setServer} />
      </Framed>
    )
  }
  if (!answered) {
    return (
      <Framed started={started}>
        <NoAnswer server={server} onAnswer={() => setAnswered(true)} />
      </Framed>
    )
  }
  return <Console started={started} server={server} />
}

function Console({ started, server }: { started: StartInfo; server: string }) {
  const [platform] = useState(() => createPlatform(window.desktop, started, server))
  const path = useSyncExternalStore(platform.route.subscribe, platform.route.get)
  // Inside the console its own bar is the title area.
  return (
    <Framed started={started} bare={screenOf(path).name === 'dashboard'}>
      <Admin platform={platform} />
    </Framed>
  )
}

/** The title area of screens that have no bar. Linux keeps the frame its desktop draws, and needs none. */
function Framed({
  started,
  bare = false,
  children,
}: {
  started: StartInfo
  bare?: boolean
  children: ReactNode
}) {
  const titled = !bare && started.platform !== 'linux'
  return (
    <div className="sb-desktop" data-titled={titled ? started.platform : undefined}>
      {titled && <div className="sb-desktop-strip">{brand.name}</div>}
      <div className="sb-desktop-face">{children}</div>
    </div>
  )
}
