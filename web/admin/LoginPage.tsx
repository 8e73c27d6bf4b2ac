import { NotLoaded } from '@salonback/shared/admin/NotLoaded.tsx'
import { LoginScreen } from '@salonback/shared/auth/LoginScreen.tsx'
import { type Platform, PlatformProvider } from '@salonback/shared/host/platform.ts'
import { ErrorBoundary } from '@salonback/shared/kit/ErrorBoundary.tsx'
import { LateToaster } from '@salonback/shared/kit/LateToaster.tsx'

/** The login screen without the console around it: what the build draws into the page, and what hydrates it there. */
export const LoginPage = ({
  platform,
  onLoggedIn,
}: {
  platform: Platform
  onLoggedIn: () => Promise<void>
}) => (
  <PlatformProvider value={platform}>
    <ErrorBoundary instead={() => <NotLoaded />}>
      <LoginScreen onLoggedIn={onLoggedIn} />
      <LateToaster />
    </ErrorBoundary>
  </PlatformProvider>
)
