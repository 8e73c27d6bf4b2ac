import { useSyncExternalStore } from 'react'

/** Whether the media query matches; updates with the window. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}

/** The user's font size relative to 16 px; style sheets use rem (`consoleStyles.ts`). */
export const fontScale = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1

/** Below 600 px at the default font size. */
export const usePhone = () => useMedia('(max-width: 37.49em)')

/** Below 1024 px at the default font size: a list and its detail do not fit side by side. */
export const useNarrow = () => useMedia('(max-width: 63.99em)')

/** Whether a finger is the main pointer. Such devices seldom have a keyboard, so key hints are left out. */
export const useTouch = () => useMedia('(hover: none) and (pointer: coarse)')
