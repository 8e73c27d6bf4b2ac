import { NotLoaded } from '@salonback/shared/admin/NotLoaded.tsx'
import { LoginScreen } from '@salonback/shared/auth/LoginScreen.tsx'
import { type Platform, PlatformProvider } from '@salonback/shared/host/platform.ts'
import { ErrorBoundary } from '@salonback/shared/kit/ErrorBoundary.tsx'
import { lazy, Suspense, useEffect, useState } from 'react'

const Toaster = lazy(async () => ({ default: (await import('@salonback/shared/kit/Toaster.tsx')).Toaster }))

/** The login screen without the console around it: what the build draws into the page, and what hydrates it there. */
export function LoginPage({ platform, onLoggedIn }: { platform: Platform; onLoggedIn: () => Promise<void> }) {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => {
    setHydrated(true)
    // Enter was quicker than the script.
    const pressed = document.querySelector<HTMLFormElement>('form[data-pressed]')
    delete pressed?.dataset.pressed
    pressed?.requestSubmit()
  }, [])
  return (
    <PlatformProvider value={platform}>
      <ErrorBoundary instead={() => <NotLoaded />}>
        <LoginScreen onLoggedIn={onLoggedIn} />
        {hydrated && (
          <Suspense>
            <Toaster />
          </Suspense>
        )}
      </ErrorBoundary>
    </PlatformProvider>
  )
}
