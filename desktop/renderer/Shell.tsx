import { Admin } from '@salonback/shared/admin/Admin.tsx'
import { brand } from '@salonback/shared/brand.ts'
import { hasBar, screenOf } from '@salonback/shared/host/addresses.ts'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { StartInfo } from '../bridge.ts'
import { Connect } from './Connect.tsx'
import { NoConnection } from './NoConnection.tsx'
import { createPlatform } from './platform.ts'

/** Shows the connect screen, then "No connection" until the server answers, then login and console. */
export function Shell({ start }: { start: StartInfo }) {
  const [server, setServer] = useState(start.server)
  // Without a session the login screen comes first, which needs no server yet.
  const [connected, setConnected] = useState(!start.signedIn)
  if (!server) {
    return (
      <WindowFrame start={start}>
        <Connect suggested={start.suggested} keychain={start.keychain} onConnected={setServer} />
      </WindowFrame>
    )
  }
  if (!connected) {
    return (
      <WindowFrame start={start}>
        <NoConnection server={server} onConnected={() => setConnected(true)} />
      </WindowFrame>
    )
  }
  return <Console start={start} server={server} />
}

function Console({ start, server }: { start: StartInfo; server: string }) {
  const [platform] = useState(() => createPlatform(window.desktop, start, server))
  const path = useSyncExternalStore(platform.route.subscribe, platform.route.get)
  return (
    <WindowFrame start={start} hasBar={hasBar(screenOf(path))}>
      <Admin platform={platform} />
    </WindowFrame>
  )
}

interface FrameProps {
  start: StartInfo
  /** The screen has a bar, which serves as title bar. */
  hasBar?: boolean
  children: ReactNode
}

/** Adds a title bar to screens without a bar. Linux windows have the desktop's own title bar. */
function WindowFrame({ start, hasBar = false, children }: FrameProps) {
  const titled = !hasBar && start.platform !== 'linux'
  return (
    <div className="sb-desktop" data-titled={titled ? start.platform : undefined}>
      {titled && <div className="sb-desktop-strip">{brand.name}</div>}
      <div className="sb-desktop-face">{children}</div>
    </div>
  )
}
