import type { ConnectOutcome, ServerCheck } from '../bridge.ts'

interface Deps {
  /** The connected server. */
  current: string | null
  /** The server the user agreed to last. */
  trusted: string | null
  check(address: string): Promise<ServerCheck>
  /** Asks the user in a system dialog. */
  confirm(servers: Servers): Promise<boolean>
  connect(origin: string): void
}

export interface Servers {
  /** `https://texts.example.com` */
  from: string
  to: string
}

/**
 * Connects the app to a server. The page may connect to the first server ever and back to the trusted one; any other
 * needs a confirmation outside the page, because the page may be compromised.
 */
export async function switchServer(address: string, deps: Deps): Promise<ConnectOutcome> {
  const { current, trusted } = deps
  const found = await deps.check(address)
  if (found.kind !== 'found' || found.origin === current) return found
  // The screens disconnect first, which reloads the page.
  if (current) return { kind: 'declined' }
  const known = trusted === null || trusted === found.origin
  if (!known && !(await deps.confirm({ from: trusted, to: found.origin }))) return { kind: 'declined' }
  deps.connect(found.origin)
  return found
}

/** The confirmation for another server. Hosts are shown in punycode, so a lookalike name shows as `xn--…`. */
export function confirmationDialog({ from, to }: Servers) {
  const plain = to.startsWith('http:') ? ' The connection is not encrypted.' : ''
  const host = (origin: string) => new URL(origin).host
  return {
    type: 'warning' as const,
    message: `Use ${host(to)} as your server?`,
    detail: `Until now it was ${host(from)}. Your username and password will be sent to ${host(to)}.${plain}`,
    buttons: ['Cancel', 'Use This Server'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
}
