import { salonsPath } from '../host/addresses.ts'
import { salesPath, usePath } from '../host/routes.ts'
import { AppLink } from '../kit/AppLink.tsx'

/** `sales`: the seven tabs. `salons`: the salons we text for. */
export type Workspace = 'sales' | 'salons'

/** Links to the two workspaces. Sales opens as it was left. */
export function WorkspaceSwitch({ open }: { open: Workspace }) {
  const path = usePath()
  return (
    <nav className="sb-workspaces" aria-label="Workspaces">
      <AppLink to={open === 'sales' ? path : salesPath()} aria-current={open === 'sales' || undefined}>
        Sales
      </AppLink>
      <AppLink to={salonsPath} aria-current={open === 'salons' || undefined}>
        Salons
      </AppLink>
    </nav>
  )
}
