import '../kit/theme.css'
import '../kit/kit.css'
import './admin.css'
import { BlueprintProvider, TabPanel } from '@blueprintjs/core'
import { Suspense } from 'react'
import type { Admin } from '../auth/contract.ts'
import { brand } from '../brand.ts'
import type { ConsoleScreen } from '../host/addresses.ts'
import { useRememberedTabs } from '../host/routes.ts'
import { ErrorBoundary } from '../kit/ErrorBoundary.tsx'
import { Broken, Loading } from '../kit/states.tsx'
import { TipProvider } from '../kit/Tip.tsx'
import { useKeepFocus } from '../kit/useKeepFocus.ts'
import { Bar } from './Bar.tsx'
import { ConnectionStrip } from './ConnectionStrip.tsx'
import { DeferredQueries } from './DeferredQueries.tsx'
import { Rail, tabsId } from './Rail.tsx'
import { ServiceStrips } from './ServiceStrips.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { tabs } from './tabs.ts'
import { useConsoleKeys } from './useConsoleKeys.ts'
import { useServerEvents } from './useServerEvents.ts'
import { useTitle } from './useTitle.ts'

const broken = (again: () => void) => <Broken onAgain={again} />

/** What a logged-in person sees: bar, rail and the sheet with the open tab; or the SMS sheet alone. */
export function Console({ admin, screen }: { admin: Admin; screen: ConsoleScreen }) {
  return (
    <TipProvider>
      <BlueprintProvider
        hotkeysProviderRenderDialog={({ hotkeys, isDialogOpen }, { handleDialogClose }) => (
          <ShortcutsDialog hotkeys={hotkeys} isOpen={isDialogOpen} onClose={handleDialogClose} />
        )}
      >
        <DeferredQueries>
          <Frame admin={admin} screen={screen} />
        </DeferredQueries>
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
            panel={
              <ErrorBoundary key={open.id} instead={broken}>
                <Suspense fallback={<Loading text="Loading..." />}>
                  <open.screen />
                </Suspense>
              </ErrorBoundary>
            }
          />
        </main>
      </div>
    </div>
  )
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
        <ErrorBoundary instead={broken}>
          <Suspense fallback={<Loading text="Loading..." />}>
            <sms.screen />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  )
}
