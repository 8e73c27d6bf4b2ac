import { Tab, Tabs } from '@blueprintjs/core'
import { type ReactNode, useRef } from 'react'
import type { TabId } from '../host/addresses.ts'
import { isLive, useConnection } from '../host/connection.ts'
import { useRoute } from '../host/routes.ts'
import { Tip } from '../kit/Tip.tsx'
import { useTabInView } from '../kit/useTabInView.ts'
import type { Admin } from '../platform/auth/contract.ts'
import { RunningCampaign } from './RunningCampaign.tsx'
import { tabs } from './tabs.ts'
import { type TabCount, useTabCounts } from './useTabCounts.ts'

export const tabsId = 'console'

/** The sections of a workspace; below them the running campaign and the connection state. */
export function RailFrame({ open, children }: { open: string; children: ReactNode }) {
  const rail = useRef<HTMLElement>(null)
  useTabInView(rail, open)
  return (
    <nav ref={rail} className="sb-rail" aria-label="Sections">
      {children}
      <div className="sb-rail-foot">
        <RunningCampaign />
        <ConnectionBadge />
      </div>
    </nav>
  )
}

/** Without one Blueprint selects the first. */
const NO_TAB = 'none'

/** The tabs with their counts. */
export function Rail({ admin, open }: { admin: Admin; open: TabId | null }) {
  const { go } = useRoute()
  const counts = useTabCounts(admin.id, open)
  return (
    <RailFrame open={open ?? ''}>
      <Tabs
        id={tabsId}
        className="sb-tabs"
        vertical
        animate={false}
        selectedTabId={open ?? NO_TAB}
        onChange={(id) => go(id as TabId)}
      >
        {tabs.map((tab, index) => (
          <Tab
            key={tab.id}
            id={tab.id}
            title={<TabTitle tab={tab} press={index + 1} count={counts[tab.id]} />}
          />
        ))}
      </Tabs>
    </RailFrame>
  )
}

function TabTitle({
  tab,
  press,
  count,
}: {
  tab: (typeof tabs)[number]
  press: number
  count: TabCount | undefined
}) {
  return (
    <Tip content={`${tab.label}: press ${press}`} side="right">
      <span className="sb-tab">
        <tab.icon size={16} />
        <span>{tab.label}</span>
        {count && count.value > 0 && (
          <span className="sb-tab-count" data-urgent={count.urgent || undefined}>
            {count.value > 99 ? '99+' : count.value}
            <span className="sb-hidden"> {count.label}</span>
          </span>
        )}
      </span>
    </Tip>
  )
}

const connectionLabels = {
  live: 'Live',
  connecting: 'Connecting',
  reconnecting: 'Reconnecting',
}

function ConnectionBadge() {
  const state = useConnection((connection) => connection.state)
  return (
    <p className="sb-connection-state" role="status">
      <span className="sb-connection-dot" data-live={isLive(state)} aria-hidden="true" />
      {connectionLabels[state]}
    </p>
  )
}
