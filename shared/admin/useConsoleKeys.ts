import { HotkeysContext, useHotkeys } from '@blueprintjs/core'
import { useContext, useEffect, useMemo } from 'react'
import { usePlatform } from '../host/platform.ts'
import { useRoute } from '../host/routes.ts'
import { switchTheme } from '../kit/theme.ts'
import { restsFor } from '../kit/useKeys.ts'
import { tabs } from './tabs.ts'
import { useLogout } from './useLogout.ts'

/** Opens the list of keys, as `?` does. */
export function useShortcutHelp() {
  const [, dispatch] = useContext(HotkeysContext)
  return () => dispatch({ type: 'OPEN_DIALOG' })
}

/** `1` to `7` open the tabs; and what a native menu asks for. */
export function useConsoleKeys(enabled: boolean) {
  const platform = usePlatform()
  const { go } = useRoute()
  const help = useShortcutHelp()
  const logout = useLogout()
  const keys = useMemo(
    () =>
      tabs.map((tab, index) => ({
        combo: String(index + 1),
        global: true,
        group: 'Go to',
        label: tab.label,
        disabled: !enabled,
        onKeyDown: (event: KeyboardEvent) => {
          if (!restsFor(event)) go(tab.id)
        },
      })),
    [enabled, go],
  )
  useHotkeys(keys)

  useEffect(() => {
    return platform.commands?.((command) => {
      if (command === 'shortcuts') help()
      if (command === 'theme') switchTheme()
      if (command === 'logout') logout.mutate()
      if (command === 'search') document.querySelector<HTMLInputElement>('.sb-search input')?.focus()
    })
  })
}
