import { useEffect } from 'react'
import { useLatest } from './useLatest.ts'

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
