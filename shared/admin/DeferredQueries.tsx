import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { screenOf } from '../host/addresses.ts'
import { usePath } from '../host/routes.ts'
import { prospectsPath } from '../prospects/path.ts'

/** On a slow line the list takes longer, and that sending has stopped must be said meanwhile. */
const MAX_WAIT_MS = 2000

const now = { enabled: true }
const later = { enabled: false }
const Around = createContext(now)

/**
 * Options of the reads that stand around the open tab, its counts say: they would hold up a long list that comes for
 * the first time, so they wait until it is there or has failed, another tab is opened, or enough time has passed.
 */
export const useDeferredQueries = () => useContext(Around)

/** Tells all that stands around the tabs when it may read. */
export function DeferredQueries({ children }: { children: ReactNode }) {
  const screen = screenOf(usePath())
  const atProspects = screen.name === 'dashboard' && screen.tab === 'prospects'
  const client = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(onChange),
    [client],
  )
  const isThere = useSyncExternalStore(subscribe, () => {
    const list = client.getQueryState([prospectsPath])
    return list !== undefined && list.status !== 'pending'
  })
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  // The list is drawn first.
  const may = useDeferredValue(!atProspects || isThere || waited)
  return <Around value={may ? now : later}>{children}</Around>
}
