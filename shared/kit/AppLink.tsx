import type { ComponentProps } from 'react'
import { usePlatform } from '../host/platform.ts'

/** A link to another screen of the console. In a browser, Ctrl or Shift opens it in another tab or window. */
export function AppLink({ to, ...props }: Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { to: string }) {
  const { kind, route } = usePlatform()
  return (
    <a
      {...props}
      href={to}
      onClick={(event) => {
        // Or a click on a link in a table row would open the row as well.
        event.stopPropagation()
        if (kind === 'browser' && (event.ctrlKey || event.metaKey || event.shiftKey)) return
        event.preventDefault()
        route.set(to)
      }}
    />
  )
}
