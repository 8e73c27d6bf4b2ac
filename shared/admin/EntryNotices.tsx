import { Button } from '@blueprintjs/core'
import { usePlatform } from '../host/platform.ts'
import { EntryPage } from '../kit/EntryPage.tsx'

/** An unknown path below /admin, with or without a session. */
export function NotFound() {
  const { route } = usePlatform()
  return (
    <EntryPage heading="404 Page Not Found" note="There is no such screen in the console.">
      <Button intent="primary" onClick={() => route.set('/admin')}>
        Open the console
      </Button>
    </EntryPage>
  )
}

/** Shown when a script of the console fails to load: the connection broke, or a new version replaced the file. */
export const LoadFailed = () => (
  <EntryPage
    role="alert"
    heading="Something did not load"
    note="A part of the console could not be loaded. Nothing you saved or wrote is lost; reload the page."
  >
    <Button intent="primary" onClick={() => location.reload()}>
      Reload
    </Button>
  </EntryPage>
)
