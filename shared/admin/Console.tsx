import './admin.css'
import './bar.css'
import './rail.css'
import './railFoot.css'
import { BlueprintProvider, TabPanel } from '@blueprintjs/core'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { brand } from '../brand.ts'
import { type ConsoleScreen, type TabId, tabLabels } from '../host/addresses.ts'
import { usePlatform } from '../host/platform.ts'
import { useRememberedTabs } from '../host/routes.ts'
import { useRead } from '../kit/data.ts'
import { ErrorBoundary } from '../kit/ErrorBoundary.tsx'
import { Loading, RenderFailed } from '../kit/states.tsx'
import { TipProvider } from '../kit/Tip.tsx'
import { useKeepFocus } from '../kit/useKeepFocus.ts'
import type { Admin } from '../platform/auth/contract.ts'
import { Bar } from './Bar.tsx'
import { ConnectionStrip } from './ConnectionStrip.tsx'
import { useServerEvents } from './events.ts'
import { Rail, tabsId } from './Rail.tsx'
import { SalonsRail } from './SalonsRail.tsx'
import { ServiceStrips } from './ServiceStrips.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { useSearch } from './search/useSearch.ts'
import { loadScreen, screenIdOf } from './tabScreens.ts'
import { tabs } from './tabs.ts'
import { useConsoleKeys } from './useConsoleKeys.ts'
import { useMineNotices } from './useMineNotices.ts'

const loadSearch = () => import('./search/SearchDialog.tsx')
const SearchDialog = lazy(async () => ({ default: (await loadSearch()).SearchDialog }))

/** The console after login: bar, rail and the open screen, or the SMS tab alone. */
export function Console({ admin, screen }: { admin: Admin; screen: ConsoleScreen }) {
  return (
    <TipProvider>
      <BlueprintProvider
        hotkeysProviderRenderDialog={({ hotkeys, isDialogOpen }, { handleDialogClose }) => (
          <ShortcutsDialog hotkeys={hotkeys} isOpen={isDialogOpen} onClose={handleDialogClose} />
        )}
      >
        <Frame admin={admin} screen={screen} />
      </BlueprintProvider>
    </TipProvider>
  )
}

function Frame({ admin, screen }: { admin: Admin; screen: ConsoleScreen }) {
  useServerEvents()
  useMineNotices()
  useRememberedTabs()
  useTitle(screen)
  const search = useSearch()
  useEffect(() => void loadSearch().catch(() => {}), [])
  useConsoleKeys(screen.name !== 'sms', search.open)
  const sheet = useKeepFocus<HTMLElement>(focusKeyOf(screen))
  const dialog = search.isOpen && (
    <Suspense>
      <SearchDialog
        early={search.early}
        onClose={search.close}
        onChosen={() => sheet.current?.focus({ preventScroll: true })}
      />
    </Suspense>
  )
  if (screen.name === 'sms')
    return (
      <>
        <SmsAlone />
        {dialog}
      </>
    )
  const inSales = screen.name === 'dashboard' || screen.name === 'person'
  return (
    <div className="sb-app sb-column">
      <Bar username={admin.username} workspace={inSales ? 'sales' : 'salons'} onSearch={search.open} />
      {dialog}
      <ConnectionStrip />
      <ServiceStrips />
      <div className="sb-body">
        {inSales ? (
          <Rail admin={admin} open={screen.name === 'dashboard' ? screen.tab : null} />
        ) : (
          <SalonsRail open={screen.name} />
        )}
        <main className="sb-sheet" ref={sheet} tabIndex={-1}>
          {screen.name === 'dashboard' ? (
            <TabSheet open={screen.tab} />
          ) : (
            <LazyScreen key={screen.name} screen={otherScreens[screen.name]} />
          )}
        </main>
      </div>
    </div>
  )
}

/** Another key moves the focus to the top of the new screen. */
function focusKeyOf(screen: ConsoleScreen): string {
  if (screen.name === 'statement') return `${screen.id} ${screen.number}`
  if (screen.name === 'person') return screen.number
  return screen.name === 'salon' ? screen.id : screenIdOf(screen)
}

function TabSheet({ open }: { open: TabId }) {
  const tab = tabs.find(({ id }) => id === open)
  if (!tab) return null
  return (
    <TabPanel
      id={open}
      parentId={tabsId}
      selectedTabId={open}
      panel={<LazyScreen key={open} screen={tab.screen} />}
    />
  )
}

const otherScreens = {
  person: lazy(loadScreen.person),
  salons: lazy(loadScreen.salons),
  salon: lazy(loadScreen.salon),
  statement: lazy(loadScreen.statement),
  replies: lazy(loadScreen.replies),
  health: lazy(loadScreen.health),
  money: lazy(loadScreen.money),
  connect: lazy(loadScreen.connect),
}

/** The page title shows the screen and how many texts need review; the app's badge shows the number alone. */
function useTitle(screen: ConsoleScreen) {
  const platform = usePlatform()
  const { data } = useRead('metrics', 'sms')
  const count = data?.needsReview ?? 0
  const label = useLabel(screen)
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${label} · ${brand.adminAreaName}`
    platform.setBadge(count)
  }, [count, label, platform])
}

/** Name of the open tab, salon or statement. */
function useLabel(screen: ConsoleScreen): string {
  // Not '', which would be the key of the list.
  const id = screen.name === 'salon' ? screen.id : 'none'
  const salon = useRead('salons', 'get', { id }, { enabled: screen.name === 'salon' })
  if (screen.name === 'statement') return `Statement ${screen.number}`
  if (screen.name === 'salon') return salon.data?.name ?? 'Salon'
  if (screen.name === 'person') return 'Person'
  if (screen.name === 'replies') return 'Replies'
  if (screen.name === 'health') return 'Health'
  if (screen.name === 'money') return 'Money'
  if (screen.name === 'connect') return 'Connect'
  if (screen.name === 'salons') return 'Salons'
  return tabLabels[screen.name === 'dashboard' ? screen.tab : 'sms']
}

const sms = tabs.find((tab) => tab.id === 'sms')

function SmsAlone() {
  if (!sms) return null
  return (
    <div className="sb-app sb-column" data-alone>
      <ConnectionStrip />
      <ServiceStrips />
      <main className="sb-sheet">
        <h1 className="sb-hidden">{brand.adminAreaName}</h1>
        <LazyScreen screen={sms.screen} />
      </main>
    </div>
  )
}

const LazyScreen = ({ screen: Screen }: { screen: ComponentType }) => (
  <ErrorBoundary instead={(retry) => <RenderFailed onRetry={retry} />}>
    <Suspense fallback={<Loading text="Loading..." />}>
      <Screen />
    </Suspense>
  </ErrorBoundary>
)
