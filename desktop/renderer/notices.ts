import type { ServerCheck } from '../bridge.ts'

/** `texts.example.com`, `localhost:8080` */
export const hostOf = (origin: string) => new URL(origin).host

export interface Notice {
  tone: 'good' | 'bad' | 'warn' | 'key' | 'busy'
  title: string
  text?: string
  retry?: boolean
}

const failures: Record<Exclude<ServerCheck['kind'], 'found'>, Notice> = {
  invalid: { tone: 'bad', title: 'This is not an address.', text: 'It looks like texts.example.com.' },
  unreachable: {
    tone: 'bad',
    title: 'No answer from this address.',
    text: 'Check the spelling, or try again.',
    retry: true,
  },
  certificate: {
    tone: 'bad',
    title: 'The connection cannot be trusted.',
    text: 'The server’s certificate is not valid for this address. Ask your administrator.',
    retry: true,
  },
  'not-ours': {
    tone: 'bad',
    title: 'Something answers, but not Salonback.',
    text: 'Use the address you open the console with in the browser.',
    retry: true,
  },
  'too-old': {
    tone: 'bad',
    title: 'This server is too old for the app.',
    text: 'Ask your administrator to update it.',
    retry: true,
  },
  'too-new': {
    tone: 'bad',
    title: 'This app is too old for the server.',
    text: 'Install the newest version of the app.',
    retry: true,
  },
}

/** The lines of the connect screen below the address. */
export function checkNotices(check: ServerCheck | 'checking' | null, keychain: boolean): Notice[] {
  if (check === null) return []
  if (check === 'checking') {
    return [{ tone: 'busy', title: 'Looking for the server...', text: 'Connect stays off until it answers.' }]
  }
  if (check.kind !== 'found') return [failures[check.kind]]
  return [
    { tone: 'good', title: 'Salonback server found' },
    check.encrypted
      ? { tone: 'good', title: 'The connection is encrypted' }
      : {
          tone: 'warn',
          title: 'Not encrypted.',
          text: 'Use this only on this computer or your own network.',
        },
    keychain
      ? { tone: 'good', title: 'Your login will be kept in this computer’s keychain' }
      : {
          tone: 'key',
          title: 'This computer has no keychain.',
          text: 'You will log in again each time you start Salonback.',
        },
  ]
}
