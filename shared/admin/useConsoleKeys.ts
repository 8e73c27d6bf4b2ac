import { HotkeysContext } from '@blueprintjs/core'
import { useContext, useEffect } from 'react'
import { usePlatform } from '../host/platform.ts'
import { useRoute } from '../host/routes.ts'
import { switchTheme } from '../kit/theme.ts'
import { isOverlayOpen, useKeys } from '../kit/useKeys.ts'
import { useLogout } from '../platform/auth/useLogout.ts'
import { tabs } from './tabs.ts'

/** Opens the list of keyboard shortcuts, as `?` does. */
export function useShortcutHelp() {
  const [, dispatch] = useContext(HotkeysContext)
  return () => dispatch({ type: 'OPEN_DIALOG' })
}

/** Keys 1 to 7 open the tabs; also runs the commands of a native menu. */
export function useConsoleKeys(enabled: boolean, openSearch: () => void) {
  const platform = usePlatform()
  const { go } = useRoute()
  const openHelp = useShortcutHelp()
  const logout = useLogout()
  useKeys(
    tabs.map(({ id, label }, index) => ({
      combo: String(index + 1),
      group: 'Go to',
      label,
      disabled: !enabled,
      run: () => go(id),
    })),
  )

  useEffect(() => {
    return platform.commands?.((command) => {
      if (command === 'shortcuts') openHelp()
      if (command === 'theme') switchTheme()
      if (command === 'logout') logout.mutate()
      if (command === 'searchEverything' && !isOverlayOpen()) openSearch()
      if (command === 'search') document.querySelector<HTMLInputElement>('.sb-search input')?.focus()
    })
  })
}
