import { type HotkeyConfig, useHotkeys } from '@blueprintjs/core'
import { useEffect, useMemo } from 'react'
import { useLatest } from './useLatest.ts'

/** Whether a dialog, drawer or menu lies over the screen; the keys of what is below it rest then. */
export const isCovered = () =>
  document.querySelector('.bp6-overlay-open:is(:has(.bp6-dialog), :has(.bp6-drawer), :has(.bp6-popover))') !==
  null

/** What takes letters and digits itself while it has the focus, to find an entry by its first letters. */
const taking = 'select, [role=menu], [role=listbox], [role=combobox]'

/** Whether the screen's keys rest: something lies over it, or what has the focus takes keys of its own. */
export const restsFor = ({ target }: KeyboardEvent) =>
  isCovered() || (target instanceof Element && target.closest(taking) !== null)

export interface Key {
  combo: string
  label: string
  group: string
  disabled?: boolean
  run: (event: KeyboardEvent) => void
}

/**
 * Keys of the screen, listed under `?`. They work wherever the focus is but in fields, and rest while something
 * lies over the screen. Moving keys repeat while held; all others act once.
 */
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
            if (restsFor(event) || (event.repeat && !/^[jk]$/.test(key.combo))) return
            latest.current[index]?.run(event)
          },
        }),
      ),
    [shown, latest],
  )
  useHotkeys(configs)
}

/** A key of something that lies over the screen, where the keys of the screen rest. Off while typing; acts once while held. */
export function useKeyAbove(key: string, run: () => void) {
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
