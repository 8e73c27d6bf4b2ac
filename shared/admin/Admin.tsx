import '../kit/tokens.css'
import '../kit/base.css'
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { LoginScreen } from '../auth/LoginScreen.tsx'
import { brand } from '../brand.ts'
import { loginPath, screenOf } from '../host/addresses.ts'
import { type Platform, PlatformProvider, usePlatform } from '../host/platform.ts'
import { createQueryClient } from '../host/query.ts'
import { usePath } from '../host/routes.ts'
import { endExpiredSession, loggedIn, rememberReturnPath, useSession } from '../host/session.ts'
import { ErrorBoundary } from '../kit/ErrorBoundary.tsx'
import { Missing } from './Missing.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { loadScreen } from './tabScreens.ts'

export const loadConsole = () => import('./Console.tsx')
const Toaster = lazy(async () => ({ default: (await import('../kit/Toaster.tsx')).Toaster }))
const Console = lazy(async () => ({ default: (await loadConsole()).Console }))
// Once in the life of an account.
const ChoosePassword = lazy(async () => ({
  default: (await import('../auth/ChoosePassword.tsx')).ChoosePassword,
}))

export function createAdminClient(platform: Platform): QueryClient {
  const client: QueryClient = createQueryClient(() => endExpiredSession(client, platform))
  return client
}

/** The whole console for one host: login, then the seven tabs. `client` is one that somebody has logged in with. */
export function Admin({ platform, client: given }: { platform: Platform; client?: QueryClient }) {
  const [client] = useState(() => given ?? createAdminClient(platform))
  return (
    <PlatformProvider value={platform}>
      <QueryClientProvider client={client}>
        <ErrorBoundary instead={() => <NotLoaded />}>
          <Guard />
          <Suspense>
            <Toaster />
          </Suspense>
        </ErrorBoundary>
      </QueryClientProvider>
    </PlatformProvider>
  )
}

/** Sends people without a session to login, people with one away from it. */
function Guard() {
  const platform = usePlatform()
  const { route } = platform
  const client = useQueryClient()
  const path = usePath()
  const screen = screenOf(path)
  const { admin, isPending } = useSession()
  const atLogin = screen.name === 'login'
  const missing = screen.name === 'missing'
  const mustChoose = admin?.mustChangePassword === true

  // Fetched while the session is asked for, or behind login from the first letter on: until then it would only hold
  // up a slow phone. Should it not come, that is said when it is needed.
  useEffect(() => {
    const load = () => void loadConsole().catch(() => {})
    if (!atLogin) return load()
    addEventListener('input', load, { once: true })
    return () => removeEventListener('input', load)
  }, [atLogin])

  const tab = screen.name === 'dashboard' ? screen.tab : undefined
  useEffect(() => {
    if (admin && !mustChoose && tab) loadScreen[tab]().catch(() => {})
  }, [admin, mustChoose, tab])

  useEffect(() => {
    if (isPending || missing) return
    if (admin && atLogin) route.set('/admin')
    if (!admin && !atLogin) {
      rememberReturnPath(client, path)
      route.set(loginPath)
    }
  }, [admin, atLogin, missing, isPending, path, route, client])

  if (screen.name === 'missing') return <Missing />
  if (isPending) return <Waiting />
  if (!admin) return atLogin ? <LoginScreen onLoggedIn={() => loggedIn(client, platform)} /> : <Waiting />
  if (screen.name === 'login') return <Waiting />
  return (
    <Suspense fallback={<Waiting />}>
      {mustChoose ? <ChoosePassword username={admin.username} /> : <Console admin={admin} screen={screen} />}
    </Suspense>
  )
}

const Waiting = () => (
  <main className="sb-waiting">
    <h1 className="sb-hidden">{brand.adminAreaName}</h1>
    <p role="status">Loading...</p>
  </main>
)
