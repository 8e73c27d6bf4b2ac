import { Classes, Dialog, type HotkeyConfig } from '@blueprintjs/core'
import { Kbd } from '../kit/Kbd.tsx'
import { Scroller } from '../kit/Scroller.tsx'

interface ShownKey {
  combo: string
  label: HotkeyConfig['label']
}

/** Keys that work everywhere and that no screen registers. */
const globalKeys: ShownKey[] = [
  { combo: 'Mod+K', label: 'Search everything' },
  { combo: '?', label: 'These keys' },
  { combo: 'F8', label: 'Notifications' },
  { combo: 'Esc', label: 'Back, close, clear' },
  { combo: 'Mod+Enter', label: 'Send or confirm' },
]

const names: Record<string, string> = { shift: 'Shift', enter: 'Enter', mod: 'Mod', ctrl: 'Ctrl', esc: 'Esc' }

const keyLabel = (combo: string) =>
  combo
    .split('+')
    .map((key) => names[key.trim()] ?? (key.trim().length === 1 ? key.trim().toUpperCase() : key.trim()))
    .join('+')

/** The keys of the open screen by group, in registration order, without duplicates. */
function groupKeys(hotkeys: HotkeyConfig[]): [title: string, keys: ShownKey[]][] {
  const groups = new Map<string, Map<string, ShownKey>>()
  for (const { combo, label, group = 'This screen', disabled } of hotkeys) {
    if (disabled) continue
    const keys = groups.get(group) ?? new Map<string, ShownKey>()
    keys.set(combo, { combo, label })
    groups.set(group, keys)
  }
  const registered = [...groups].map(([title, keys]): [string, ShownKey[]] => [title, [...keys.values()]])
  return [...registered, ['Everywhere', globalKeys]]
}

interface ShortcutsDialogProps {
  hotkeys: HotkeyConfig[]
  isOpen: boolean
  onClose: () => void
}

/** The list of keyboard shortcuts, opened with `?`. */
export function ShortcutsDialog({ hotkeys, isOpen, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog className="sb-keys" title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose}>
      <Scroller
        className={`${Classes.DIALOG_BODY} ${Classes.DIALOG_BODY_SCROLL_CONTAINER} sb-keys-body`}
        label="Keys"
      >
        {groupKeys(hotkeys).map(([title, keys]) => (
          <section key={title}>
            <h3 className="sb-panel-title">{title}</h3>
            <dl>
              {keys.map(({ combo, label }) => (
                <div key={combo}>
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keyLabel(combo)} />
                    <span className="sb-hidden">{keyLabel(combo).replace('+', ' ')}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Scroller>
    </Dialog>
  )
}
