import type { ConnectOutcome, ServerCheck } from '../bridge.ts'

interface Parts {
  /** Where the app is connected now. */
  current: string | null
  /** What a person agreed to last. */
  trusted: string | null
  check(address: string): Promise<ServerCheck>
  /** Asks outside the page whether passwords may go there. */
  confirm(question: Switch): Promise<boolean>
  connect(origin: string): void
}

export interface Switch {
  /** `https://texts.example.com` */
  from: string
  to: string
}

/**
 * Connects the app, and answers as the connect screen expects. The page alone can bring the app to the very first
 * server and back to the last one; for every other a person is asked outside the page, which may not be ours any more.
 */
export async function connectTo(address: string, parts: Parts): Promise<ConnectOutcome> {
  const { current, trusted } = parts
  const found = await parts.check(address)
  if (found.kind !== 'found' || found.origin === current) return found
  // No screen of ours connects while connected: leaving comes first, and loads the page anew.
  if (current) return { kind: 'declined' }
  const known = trusted === null || trusted === found.origin
  if (!known && !(await parts.confirm({ from: trusted, to: found.origin }))) return { kind: 'declined' }
  parts.connect(found.origin)
  return found
}

/** The question, naming both hosts as they are: a name in other letters shows as `xn--…`. */
export function switchQuestion({ from, to }: Switch) {
  const plain = to.startsWith('http:') ? ' The connection is not encrypted.' : ''
  const name = (origin: string) => new URL(origin).host
  return {
    type: 'warning' as const,
    message: `Use ${name(to)} as your server?`,
    detail: `Until now it was ${name(from)}. Your username and password will be sent to ${name(to)}.${plain}`,
    buttons: ['Cancel', 'Use This Server'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
}
