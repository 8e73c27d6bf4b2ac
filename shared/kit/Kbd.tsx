import { usePlatform } from '../host/platform.ts'

const shown: Record<string, string> = { Enter: '↵', Shift: '⇧', Esc: 'Esc' }

/** A key cap as it stands on this person's keyboard: `Mod` is Ctrl or ⌘. Hidden on touch screens, never read aloud. */
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
