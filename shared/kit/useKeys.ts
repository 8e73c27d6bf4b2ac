import { type HotkeyConfig, useHotkeys } from '@blueprintjs/core'
import { useMemo, useRef } from 'react'

/** Whether a dialog, drawer or menu lies over the screen; the keys of what is below it rest then. */
export const isCovered = () =>
  document.querySelector('.bp6-overlay-open .bp6-dialog, .bp6-drawer, .bp6-popover-content') !== null

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
  const latest = useRef(keys)
  latest.current = keys
  const shape = keys.map(({ combo, disabled }) => `${combo}:${disabled ?? false}`).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a key does is read when it is pressed
  const configs = useMemo<HotkeyConfig[]>(
    () =>
      keys.map(({ combo, label, group, disabled }, index) => ({
        combo,
        label,
        group,
        disabled,
        global: true,
        onKeyDown: (event) => {
          if (isCovered() || (event.repeat && !/^[jk]$/.test(combo))) return
          latest.current[index]?.run(event)
        },
      })),
    [shape],
  )
  useHotkeys(configs)
}
