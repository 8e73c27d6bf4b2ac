import '../kit/tokens.css'
import '../kit/base.css'
import '../kit/theme.css'
import '../kit/themeFields.css'
import '../kit/themeSurfaces.css'
import '../kit/themeStates.css'
import '../kit/kit.css'
import '../kit/typography.css'
import '../kit/layout.css'
import '../kit/badges.css'
import '../kit/tables.css'
import '../kit/touch.css'
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { brand } from '../brand.ts'
import { loginPath, screenOf } from '../host/addresses.ts'
import { type Platform, PlatformProvider, usePlatform } from '../host/platform.ts'
import { createQueryClient } from '../host/query.ts'
import { usePath } from '../host/routes.ts'
import { endExpiredSession, loggedIn, rememberReturnPath, useSession } from '../host/session.ts'
import { ErrorBoundary } from '../kit/ErrorBoundary.tsx'
import { Toaster } from '../kit/Toaster.tsx'
import { ChoosePassword } from '../platform/auth/ChoosePassword.tsx'
import { LoginScreen } from '../platform/auth/LoginScreen.tsx'
import { InvitationScreen } from '../platform/staff/InvitationScreen.tsx'
import { LoadFailed, NotFound } from './EntryNotices.tsx'
import { loadScreen, screenIdOf } from './tabScreens.ts'

const loadConsole = () => import('./Console.tsx')
const Console = lazy(async () => ({ default: (await loadConsole()).Console }))

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
          <Toaster />
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

  // Loads while the session is checked. A failure is reported when the console is shown.
  useEffect(() => void loadConsole().catch(() => {}), [])
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
  if (screen.name === 'invitation') return <InvitationScreen onLoggedIn={() => loggedIn(client, platform)} />
  if (isPending) return <Waiting />
  if (!admin) return atLogin ? <LoginScreen onLoggedIn={() => loggedIn(client, platform)} /> : <Waiting />
  if (screen.name === 'login') return <Waiting />
  if (mustChoose) return <ChoosePassword username={admin.username} />
  return (
    <Suspense fallback={<Waiting />}>
      <Console admin={admin} screen={screen} />
    </Suspense>
  )
}

const Waiting = () => (
  <main className="sb-waiting">
    <h1 className="sb-hidden">{brand.adminAreaName}</h1>
    <p role="status">Loading...</p>
  </main>
)
