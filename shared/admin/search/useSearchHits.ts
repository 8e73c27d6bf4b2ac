import { keepPreviousData } from '@tanstack/react-query'
import { MAX_SEARCH } from '../../core/inbox/conversation.ts'
import { connectPath, healthPath, moneyPath, pathOf, repliesPath, salonsPath } from '../../host/addresses.ts'
import { usePlatform } from '../../host/platform.ts'
import { useRead } from '../../kit/data.ts'
import { useMayCall } from '../../kit/MayCall.tsx'
import { switchTheme } from '../../kit/theme.ts'
import { useDebouncedValue } from '../../kit/useDebouncedValue.ts'
import { useTouch } from '../../kit/useMedia.ts'
import { useLogout } from '../../platform/auth/useLogout.ts'
import { MIN_SEARCH } from '../people/contract.ts'
import { tabs } from '../tabs.ts'
import { groupsOf, type Hit } from './hits.ts'

const DEBOUNCE_MS = 80
const FRESH_MS = 5000

/** Lines for a text. `isReading`: more may follow. An older request is aborted by a newer text. */
export function useSearchHits(text: string, openHelp: () => void) {
  const wanted = text.trim().slice(0, MAX_SEARCH)
  const settled = useDebouncedValue(wanted, DEBOUNCE_MS)
  const enabled = settled.length >= MIN_SEARCH
  const read = useRead(
    'people',
    'search',
    { text: settled },
    { enabled, staleTime: FRESH_MS, gcTime: FRESH_MS, placeholderData: keepPreviousData },
  )
  const screens = useScreens()
  const actions = useActions(openHelp)
  const isLong = wanted.length >= MIN_SEARCH
  const found = isLong ? read.data : undefined
  return {
    groups: groupsOf({ text, found, screens, actions }),
    isReading: isLong && (settled !== wanted || read.isFetching),
    error: isLong ? read.error : null,
    retry: () => void read.refetch(),
  }
}

const screenHit = (label: string, to: string, detail: string | null = null): Hit => ({
  id: `screen ${label}`,
  label,
  detail,
  to,
})

function useScreens(): Hit[] {
  const mayReadMoney = useMayCall('billing.open')
  const mayConnect = useMayCall('keys.list')
  return [
    ...tabs.map(({ id, label }) => screenHit(label, pathOf(id))),
    screenHit('Salons', salonsPath),
    screenHit('Replies', repliesPath, 'of salons'),
    screenHit('Health', healthPath, 'of salons'),
    ...(mayReadMoney ? [screenHit('Money', moneyPath, 'of salons')] : []),
    ...(mayConnect ? [screenHit('Connect', connectPath, 'API keys')] : []),
  ]
}

function useActions(openHelp: () => void): Hit[] {
  const { route } = usePlatform()
  const logout = useLogout()
  const mayAdd = useMayCall('salons.create')
  const touch = useTouch()
  const action = (label: string, to: Hit['to']): Hit => ({ id: `action ${label}`, label, detail: null, to })
  return [
    ...(mayAdd ? [action('Add a salon', `${salonsPath}?add=salon`)] : []),
    action('See opt-outs', pathOf('dash', { show: 'optouts' })),
    action('Your account', () => {
      const here = new URL(route.get(), 'http://host')
      here.searchParams.set('account', 'password')
      route.set(`${here.pathname}${here.search}`)
    }),
    action('Use the other theme', switchTheme),
    ...(touch ? [] : [action('Keyboard shortcuts', openHelp)]),
    action('Log out', () => logout.mutate()),
  ]
}
