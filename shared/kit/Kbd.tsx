import { usePlatform } from '../host/platform.ts'

const shown: Record<string, string> = { Enter: '↵', Shift: '⇧', Esc: 'Esc' }

/** A keyboard key; `Mod` is Ctrl or ⌘. Hidden on touch screens and from screen readers. */
export function Kbd({ keys }: { keys: string }) {
  const { modifier } = usePlatform()
  const text = keys
    .split('+')
    .map((key) => (key === 'Mod' ? modifier : (shown[key] ?? key)))
    .join(' ')
  return (
    <span className="sb-kbd" aria-hidden="true">
      {text}
    </span>
  )
}
