import { type RefObject, useEffect } from 'react'

/** Scrolls the open tab into view, because on a phone the tabs can be wider than the screen. */
export function useTabInView(tabs: RefObject<HTMLElement | null>, open: string) {
  useEffect(() => {
    const tab = tabs.current?.querySelector(`[data-tab-id="${open}"]`)
    tab?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [tabs, open])
}
