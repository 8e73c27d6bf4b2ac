import { Button } from '@blueprintjs/core'
import { CaretDown, Flash, LabTest, LogOut, Moon, Search, User, WarningSign } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import { brand } from '../brand.ts'
import { usePlatform } from '../host/platform.ts'
import { useRoute } from '../host/routes.ts'
import { useRead } from '../kit/data.ts'
import { Kbd } from '../kit/Kbd.tsx'
import { Tip } from '../kit/Tip.tsx'
import { switchTheme, useTheme } from '../kit/theme.ts'
import { useLogout } from '../platform/auth/useLogout.ts'
import { useShortcutHelp } from './useConsoleKeys.ts'
import { type Workspace, WorkspaceSwitch } from './WorkspaceSwitch.tsx'

// Loaded on demand: it includes the QR code library.
const Account = lazy(async () => ({ default: (await import('./Account.tsx')).Account }))

const titles: Record<Workspace, string> = {
  sales: 'SMS Lead Management Dashboard',
  salons: 'Salon Management',
}

interface BarProps {
  username: string
  workspace: Workspace
  onSearch: () => void
}

/** The bar at the top: brand, workspaces, account, notices, theme and logout. In the desktop app it is the window's title bar. */
export function Bar({ username, workspace, onSearch }: BarProps) {
  const { titleBar } = usePlatform()
  const help = useShortcutHelp()
  return (
    <header className="sb-bar sb-row" data-title-bar={titleBar}>
      <p className="sb-bar-brand">
        <span className="sb-brand">{brand.name}</span>
        <span className="sb-bar-area sb-strong">{brand.adminAreaName.replace(brand.name, '').trim()}</span>
      </p>
      <WorkspaceSwitch open={workspace} />
      <AccountButton username={username} />
      <h1 className="sb-bar-title sb-ellipsis sb-muted" title={titles[workspace]}>
        {titles[workspace]}
      </h1>
      <ServiceNotice />
      <div className="sb-bar-end sb-row">
        <SearchButton onClick={onSearch} />
        <Button variant="minimal" className="sb-bar-keys" onClick={help} endIcon={<Kbd keys="?" />}>
          Shortcuts
        </Button>
        <ThemeSwitch />
        <LogoutButton />
      </div>
    </header>
  )
}

function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <Tip content="Search everything">
      <Button
        variant="minimal"
        className="sb-bar-find"
        aria-haspopup="dialog"
        icon={<Search title={false} />}
        endIcon={<Kbd keys="Mod+K" />}
        onClick={onClick}
      >
        <span className="sb-hidden">Search everything</span>
      </Button>
    </Tip>
  )
}

/** Opens the account dialog. Recovery codes, shown once, stay open when the address changes. */
function AccountButton({ username }: { username: string }) {
  const { params, set } = useRoute()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <>
      <Tip content="Password, two-step login, sessions, staff">
        <Button
          className="sb-bar-user"
          icon={<User title={false} />}
          endIcon={<CaretDown title={false} />}
          ellipsizeText
          aria-haspopup="dialog"
          aria-label={`${username}, your account`}
          onClick={() => set({ account: 'password' })}
        >
          {username}
        </Button>
      </Tip>
      {(params.has('account') || codes) && (
        <Suspense>
          <Account username={username} codes={codes} onCodes={setCodes} />
        </Suspense>
      )}
    </>
  )
}

function ServiceNotice() {
  const service = useRead('settings', 'service')
  const texts = useRead('publicTexts', 'state')
  if (service.data?.sendingStopped) {
    const text = `Sending has stopped: ${service.data.sendingStopped}`
    return <Notice tone="red" text={text} short="Sending has stopped" />
  }
  if (texts.data?.stopped) {
    return <Notice tone="red" text="Texts to new leads have stopped" short="Stopped" />
  }
  if (!service.data?.simulated) return null
  return <Notice tone="amber" text="Simulated phone network: no real texts are sent" short="Simulated" />
}

/** On narrow screens the full text remains for screen readers and as a tooltip. */
function Notice({ tone, text, short }: { tone: 'red' | 'amber'; text: string; short: string }) {
  const Icon = tone === 'red' ? WarningSign : LabTest
  return (
    <span className="sb-notice sb-small sb-strong" data-tone={tone} title={text}>
      <Icon size={14} title={false} />
      <span className="sb-notice-long sb-ellipsis">{text}</span>
      <span className="sb-notice-short sb-ellipsis" aria-hidden="true">
        {short}
      </span>
    </span>
  )
}

function ThemeSwitch() {
  const dark = useTheme((state) => state.dark)
  const label = dark ? 'Use the light theme' : 'Use the dark theme'
  return (
    <Tip content={label}>
      <Button
        variant="minimal"
        className="sb-bar-theme"
        aria-label={label}
        icon={dark ? <Flash title={false} /> : <Moon title={false} />}
        onClick={switchTheme}
      />
    </Tip>
  )
}

function LogoutButton() {
  const logout = useLogout()
  return (
    <Button
      variant="minimal"
      className="sb-bar-logout"
      icon={<LogOut title={false} />}
      aria-disabled={logout.isPending || undefined}
      onClick={() => !logout.isPending && logout.mutate()}
    >
      {logout.isPending ? 'Logging out...' : 'Logout'}
    </Button>
  )
}
