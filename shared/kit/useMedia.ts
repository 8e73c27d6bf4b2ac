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

/** Below 1024 px: one thing at a time, a list or what was opened from it. */
export const useNarrow = () => useMedia('(max-width: 1023.98px)')
