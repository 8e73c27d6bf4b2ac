import { Button } from '@blueprintjs/core'
import { usePlatform } from '../host/platform.ts'
import { Empty } from '../kit/states.tsx'

/** A path below /admin that means nothing. */
export function Missing() {
  const { route } = usePlatform()
  return (
    <main className="sb-sheet" data-alone>
      <Empty
        title="404 Page Not Found"
        hint="There is no such screen in the console."
        action={<Button onClick={() => route.set('/admin')}>Open the console</Button>}
      />
    </main>
  )
}
