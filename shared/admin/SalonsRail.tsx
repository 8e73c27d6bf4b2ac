import { BankAccount, Chat, Cut, Exchange, Pulse } from '@blueprintjs/icons'
import { connectPath, healthPath, moneyPath, repliesPath, salonsPath } from '../host/addresses.ts'
import { AppLink } from '../kit/AppLink.tsx'
import { useRead } from '../kit/data.ts'
import { useMayCall } from '../kit/MayCall.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { CountBadge, RailFrame } from './Rail.tsx'

/** The sections of the Salons workspace, in order. */
const entries = [
  { id: 'salons', path: salonsPath, label: 'Salons', icon: Cut },
  { id: 'replies', path: repliesPath, label: 'Replies', icon: Chat },
  { id: 'health', path: healthPath, label: 'Health', icon: Pulse },
  { id: 'money', path: moneyPath, label: 'Money', icon: BankAccount },
  { id: 'connect', path: connectPath, label: 'Connect', icon: Exchange },
] as const

type Entry = (typeof entries)[number]['id']

/** The rail of the Salons workspace. An open salon and its statements belong to the list. */
export function SalonsRail({ open }: { open: Entry | 'salon' | 'statement' }) {
  const { data } = useRead('replies', 'waiting')
  const mayOpen: Partial<Record<Entry, boolean>> = {
    money: useMayCall('billing.open'),
    connect: useMayCall('keys.list'),
  }
  const current = (id: Entry) => {
    if (open === id) return 'page'
    return (open === 'salon' || open === 'statement') && id === 'salons'
  }
  return (
    <RailFrame open={open} more={<MoreMenu current={false} />}>
      <ul className="sb-rail-links sb-column">
        {entries
          .filter(({ id }) => mayOpen[id] !== false)
          .map(({ id, path, label, icon: Icon }) => (
            <li key={path}>
              <AppLink to={path} className="sb-rail-link" aria-current={current(id) || undefined}>
                <span className="sb-tab sb-row">
                  <Icon size={16} title={false} />
                  <span>{label}</span>
                  {id === 'replies' && data && (
                    <CountBadge count={{ value: data.waiting, label: 'waiting', urgent: true }} />
                  )}
                </span>
              </AppLink>
            </li>
          ))}
      </ul>
    </RailFrame>
  )
}
