import { useSyncExternalStore } from 'react'

/** Whether a media query holds now; follows the window. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}

/** How many times larger than usual the reader has set letters; sheets are made to follow (`consoleStyles.ts`). */
export const letterScale = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1

/** Below 600 px at letters of the usual size: a phone. */
export const usePhone = () => useMedia('(max-width: 37.49em)')

/** Below 1024 px at letters of the usual size: one thing at a time, a list or what was opened from it. */
export const useNarrow = () => useMedia('(max-width: 63.99em)')
