import '@salonback/shared/host/withoutEval.ts'
import { Admin, createAdminClient, loadConsole } from '@salonback/shared/admin/Admin.tsx'
import { loggedIn } from '@salonback/shared/host/session.ts'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { browserPlatform } from './platform.ts'

// Fetched with this, while a password is still being typed.
loadConsole().catch(() => {})

/** The console in the login page's place. */
export async function openConsole(root: Root) {
  const client = createAdminClient(browserPlatform)
  await loggedIn(client, browserPlatform)
  root.render(
    <StrictMode>
      <Admin platform={browserPlatform} client={client} />
    </StrictMode>,
  )
}
