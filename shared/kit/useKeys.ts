import { type HotkeyConfig, useHotkeys } from '@blueprintjs/core'
import { useEffect, useMemo } from 'react'
import { runToastAction } from './toasts.ts'
import { useLatest } from './useLatest.ts'

/** Whether a dialog, drawer or menu is open. */
export const isOverlayOpen = () =>
  document.querySelector('.bp6-overlay-open:is(:has(.bp6-dialog), :has(.bp6-drawer), :has(.bp6-popover))') !==
  null

/** Elements that use letter keys themselves, to find an entry by its first letters. */
const typeAhead = 'select, [role=menu], [role=listbox], [role=combobox]'

/** Shortcuts are off while an overlay is open or the focused element uses letter keys itself. */
export const shortcutsPaused = ({ target }: KeyboardEvent) =>
  isOverlayOpen() || (target instanceof Element && target.closest(typeAhead) !== null)

export interface Key {
  combo: string
  label: string
  group: string
  disabled?: boolean
  run: (event: KeyboardEvent) => void
}

/** Registers shortcuts of a screen, listed under `?`. Off in fields and under overlays. Only `j` and `k` repeat while held. */
export function useKeys(keys: readonly Key[]) {
  const latest = useLatest(keys)
  const shown = JSON.stringify(keys.map(({ run: _, ...key }) => key))
  const configs = useMemo(
    () =>
      (JSON.parse(shown) as Omit<Key, 'run'>[]).map(
        (key, index): HotkeyConfig => ({
          ...key,
          global: true,
          onKeyDown: (event) => {
            if (shortcutsPaused(event) || (event.repeat && !/^[jk]$/.test(key.combo))) return
            latest.current[index]?.run(event)
          },
        }),
      ),
    [shown, latest],
  )
  useHotkeys(configs)
}

/** The key of the button of a toast. */
export const undoKey = (group: string): Key => ({
  combo: 'u',
  group,
  label: 'Undo the last change',
  run: runToastAction,
})

/** A shortcut of an overlay. Off while typing; does not repeat while held. */
export function useOverlayKey(key: string, run: () => void) {
  const latest = useLatest(run)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, .bp6-alert'))
        return
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [key, latest])
}
