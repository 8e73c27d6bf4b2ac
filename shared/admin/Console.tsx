import '../kit/theme.css'
import '../kit/kit.css'
import './admin.css'
import { BlueprintProvider, TabPanel } from '@blueprintjs/core'
import { Suspense, useEffect } from 'react'
import type { Admin } from '../auth/contract.ts'
import { brand } from '../brand.ts'
import { type ConsoleScreen, tabLabels } from '../host/addresses.ts'
import { usePlatform } from '../host/platform.ts'
import { useRememberedTabs } from '../host/routes.ts'
import { useRead } from '../kit/data.ts'
import { ErrorBoundary } from '../kit/ErrorBoundary.tsx'
import { Loading, RenderFailed } from '../kit/states.tsx'
import { TipProvider } from '../kit/Tip.tsx'
import { useKeepFocus } from '../kit/useKeepFocus.ts'
import { Bar } from './Bar.tsx'
import { ConnectionStrip } from './ConnectionStrip.tsx'
import { useServerEvents } from './events.ts'
import { Rail, tabsId } from './Rail.tsx'
import { ServiceStrips } from './ServiceStrips.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { type TabEntry, tabs } from './tabs.ts'
import { useConsoleKeys } from './useConsoleKeys.ts'

/** The console after login: bar, rail and the open tab, or the SMS tab alone. */
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
  useRememberedTabs()
  useTitle(screen)
  useConsoleKeys(screen.name === 'dashboard')
  const sheet = useKeepFocus<HTMLElement>('tab' in screen ? screen.tab : screen.name)
  if (screen.name === 'sms') return <SmsAlone />
  const open = tabs.find((tab) => tab.id === screen.tab) ?? tabs[0]
  if (!open) return null
  return (
    <div className="sb-app">
      <Bar username={admin.username} />
      <ConnectionStrip />
      <ServiceStrips />
      <div className="sb-body">
        <Rail admin={admin} open={open.id} />
        <main className="sb-sheet" ref={sheet} tabIndex={-1}>
          <TabPanel
            id={open.id}
            parentId={tabsId}
            selectedTabId={open.id}
            panel={<TabScreen key={open.id} tab={open} />}
          />
        </main>
      </div>
    </div>
  )
}

/** The page title shows the tab and how many texts need review; the app's badge shows the number alone. */
function useTitle(screen: ConsoleScreen) {
  const platform = usePlatform()
  const { data } = useRead('metrics', 'sms')
  const count = data?.needsReview ?? 0
  const label = tabLabels[screen.name === 'dashboard' ? screen.tab : 'sms']
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${label} · ${brand.adminAreaName}`
    platform.setBadge(count)
  }, [count, label, platform])
}

const sms = tabs.find((tab) => tab.id === 'sms')

function SmsAlone() {
  if (!sms) return null
  return (
    <div className="sb-app" data-alone>
      <ConnectionStrip />
      <ServiceStrips />
      <main className="sb-sheet">
        <h1 className="sb-hidden">{brand.adminAreaName}</h1>
        <TabScreen tab={sms} />
      </main>
    </div>
  )
}

const TabScreen = ({ tab }: { tab: TabEntry }) => (
  <ErrorBoundary instead={(retry) => <RenderFailed onRetry={retry} />}>
    <Suspense fallback={<Loading text="Loading..." />}>
      <tab.screen />
    </Suspense>
  </ErrorBoundary>
)
