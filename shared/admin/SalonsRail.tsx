import { Cut } from '@blueprintjs/icons'
import { salonsPath } from '../host/addresses.ts'
import { AppLink } from '../kit/AppLink.tsx'
import { RailFrame } from './Rail.tsx'

/** The sections of the Salons workspace, in order. */
const entries = [{ path: salonsPath, label: 'Salons', icon: Cut }] as const

/** The rail of the Salons workspace. An open salon belongs to its list. */
export function SalonsRail({ open }: { open: 'salons' | 'salon' }) {
  return (
    <RailFrame open={open}>
      <ul className="sb-rail-links">
        {entries.map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <AppLink to={path} className="sb-rail-link" aria-current={open === 'salons' ? 'page' : true}>
              <span className="sb-tab">
                <Icon size={16} title={false} />
                <span>{label}</span>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </RailFrame>
  )
}
