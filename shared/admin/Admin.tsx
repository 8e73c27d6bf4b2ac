import '../kit/tokens.css'
import '../kit/base.css'
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { brand } from '../brand.ts'
import { loginPath, screenOf } from '../host/addresses.ts'
import { type Platform, PlatformProvider, usePlatform } from '../host/platform.ts'
import { createQueryClient } from '../host/query.ts'
import { usePath } from '../host/routes.ts'
import { endExpiredSession, loggedIn, rememberReturnPath, useSession } from '../host/session.ts'
import { ErrorBoundary } from '../kit/ErrorBoundary.tsx'
import { LoginScreen } from '../platform/auth/LoginScreen.tsx'
import { LoadFailed, NotFound } from './EntryNotices.tsx'
import { loadScreen, screenIdOf } from './tabScreens.ts'

const loadConsole = () => import('./Console.tsx')
const Toaster = lazy(async () => ({ default: (await import('../kit/Toaster.tsx')).Toaster }))
const Console = lazy(async () => ({ default: (await loadConsole()).Console }))
// Loaded on demand: needed once per account.
const InvitationScreen = lazy(async () => ({
  default: (await import('../platform/staff/InvitationScreen.tsx')).InvitationScreen,
}))
const ChoosePassword = lazy(async () => ({
  default: (await import('../platform/auth/ChoosePassword.tsx')).ChoosePassword,
}))

/** The whole console for one host: login, then the workspaces Sales (the seven tabs) and Salons. */
export function Admin({ platform }: { platform: Platform }) {
  const [client] = useState(() => {
    const created: QueryClient = createQueryClient(() => endExpiredSession(created, platform))
    return created
  })
  return (
    <PlatformProvider value={platform}>
      <QueryClientProvider client={client}>
        <ErrorBoundary instead={() => <LoadFailed />}>
          <Guard />
          <Suspense>
            <Toaster />
          </Suspense>
        </ErrorBoundary>
      </QueryClientProvider>
    </PlatformProvider>
  )
}

/** Redirects to login without a session, and away from login with one. */
function Guard() {
  const platform = usePlatform()
  const { route } = platform
  const client = useQueryClient()
  const path = usePath()
  const screen = screenOf(path)
  const { admin, isPending } = useSession()
  const atLogin = screen.name === 'login'
  const missing = screen.name === 'missing'
  const atInvitation = screen.name === 'invitation'
  const mustChoose = admin?.mustChangePassword === true

  usePreloadedConsole(atLogin)
  const id =
    screen.name === 'missing' || screen.name === 'login' || screen.name === 'invitation'
      ? undefined
      : screenIdOf(screen)
  useEffect(() => {
    if (admin && !mustChoose && id) loadScreen[id]().catch(() => {})
  }, [admin, mustChoose, id])

  useEffect(() => {
    if (isPending || missing || atInvitation) return
    if (admin && atLogin) route.set('/admin')
    if (!admin && !atLogin) {
      rememberReturnPath(client, path)
      route.set(loginPath)
    }
  }, [admin, atLogin, atInvitation, missing, isPending, path, route, client])

  if (screen.name === 'missing') return <NotFound />
  if (screen.name === 'invitation')
    return (
      <Suspense fallback={<Waiting />}>
        <InvitationScreen onLoggedIn={() => loggedIn(client, platform)} />
      </Suspense>
    )
  if (isPending) return <Waiting />
  if (!admin) return atLogin ? <LoginScreen onLoggedIn={() => loggedIn(client, platform)} /> : <Waiting />
  if (screen.name === 'login') return <Waiting />
  return (
    <Suspense fallback={<Waiting />}>
      {mustChoose ? <ChoosePassword username={admin.username} /> : <Console admin={admin} screen={screen} />}
    </Suspense>
  )
}

/**
 * Loads the console's script while the session is checked, or at login with the first letter typed: earlier it would
 * delay the login page on a slow phone. A failure is reported when the console is shown.
 */
function usePreloadedConsole(atLogin: boolean) {
  useEffect(() => {
    const load = () => void loadConsole().catch(() => {})
    if (!atLogin) return load()
    addEventListener('input', load, { once: true })
    return () => removeEventListener('input', load)
  }, [atLogin])
}

const Waiting = () => (
  <main className="sb-waiting">
    <h1 className="sb-hidden">{brand.adminAreaName}</h1>
    <p role="status">Loading...</p>
  </main>
)
