import { MenuDivider, MenuItem, Tab, Tabs } from '@blueprintjs/core'
import { type ReactNode, useRef } from 'react'
import type { TabId } from '../host/addresses.ts'
import { isLive, useConnection } from '../host/connection.ts'
import { useRoute } from '../host/routes.ts'
import { AppLink } from '../kit/AppLink.tsx'
import { Tip } from '../kit/Tip.tsx'
import { usePhone } from '../kit/useMedia.ts'
import { useTabInView } from '../kit/useTabInView.ts'
import type { Admin } from '../platform/auth/contract.ts'
import { MoreMenu } from './MoreMenu.tsx'
import { RunningCampaign } from './RunningCampaign.tsx'
import { salesLinks } from './salesLinks.ts'
import { tabs } from './tabs.ts'
import { type TabCount, useTabCounts } from './useTabCounts.ts'

export const tabsId = 'console'

interface FrameProps {
  open: string
  children: ReactNode
  /** On a phone the rail is a bar at the bottom that ends with a menu. */
  more: ReactNode
}

/** The sections of a workspace; below them the running campaign and the connection state. */
export function RailFrame({ open, children, more }: FrameProps) {
  const rail = useRef<HTMLElement>(null)
  const phone = usePhone()
  useTabInView(rail, open)
  return (
    <nav ref={rail} className="sb-rail sb-column" aria-label="Sections">
      {children}
      {phone && more}
      <div className="sb-rail-foot sb-column">
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
    <RailFrame open={open ?? ''} more={<MoreTabs open={open} counts={counts} />}>
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
            className={barTabs.includes(tab.id) ? undefined : 'sb-tab-in-menu'}
            title={<TabTitle tab={tab} press={index + 1} count={counts[tab.id]} />}
          />
        ))}
      </Tabs>
      <ul className="sb-rail-links sb-column sb-rail-pages">
        {salesLinks.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <AppLink to={to} className="sb-rail-link">
              <span className="sb-tab sb-row">
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

/** The tabs in the bottom bar of a phone, where rail.css sets SMS first. The menu has all seven. */
const barTabs: readonly TabId[] = ['sms', 'leads', 'prospects', 'waitlist', 'dash']

type TabCounts = ReturnType<typeof useTabCounts>

function MoreTabs({ open, counts }: { open: TabId | null; counts: TabCounts }) {
  const { go, open: openPath } = useRoute()
  return (
    <MoreMenu current={open !== null && !barTabs.includes(open)}>
      {tabs.map(({ id, label, icon: Icon }) => (
        <MenuItem
          key={id}
          icon={<Icon size={16} />}
          text={label}
          active={id === open}
          labelElement={<CountBadge count={counts[id]} />}
          onClick={() => go(id)}
        />
      ))}
      <MenuDivider />
      {salesLinks.map(({ to, label, icon: Icon }) => (
        <MenuItem
          key={to}
          icon={<Icon size={16} title={false} />}
          text={label}
          onClick={() => openPath(to)}
        />
      ))}
    </MoreMenu>
  )
}

/** A count beside a section; nothing for 0. */
export function CountBadge({ count }: { count: TabCount | undefined }) {
  if (!count || count.value === 0) return null
  return (
    <span className="sb-tab-count sb-muted sb-bold sb-num" data-urgent={count.urgent || undefined}>
      {count.value > 99 ? '99+' : count.value}
      <span className="sb-hidden"> {count.label}</span>
    </span>
  )
}

interface TabTitleProps {
  tab: (typeof tabs)[number]
  press: number
  count: TabCount | undefined
}

function TabTitle({ tab, press, count }: TabTitleProps) {
  return (
    <Tip content={`${tab.label}: press ${press}`} side="right">
      <span className="sb-tab sb-row">
        <tab.icon size={16} />
        <span>{tab.label}</span>
        <CountBadge count={count} />
      </span>
    </Tip>
  )
}

const connectionLabels = { live: 'Live', connecting: 'Connecting', reconnecting: 'Reconnecting' }

function ConnectionBadge() {
  const state = useConnection((connection) => connection.state)
  return (
    <p className="sb-connection-state sb-row sb-small sb-muted" role="status">
      <span className="sb-connection-dot" data-live={isLive(state)} aria-hidden="true" />
      {connectionLabels[state]}
    </p>
  )
}
