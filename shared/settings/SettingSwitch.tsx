import './settings.css'
import { Button, Switch } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import type { SettingKey } from './contract.ts'
import { useSetting } from './useSetting.ts'

/** A switch with its explanation below. Disabled until the server's value is known. */
export function SettingSwitch({
  setting,
  label,
  said,
  note,
}: {
  setting: SettingKey
  label: string
  /** How the toast names it: 'SMS notifications' enabled. */
  said: string
  note: ReactNode
}) {
  const { on, known, failed, retry, set } = useSetting(setting, said)
  const noteId = `${setting}-note`
  return (
    <div className="sb-setting">
      <Switch
        alignIndicator="end"
        label={label}
        checked={on}
        disabled={!known}
        aria-describedby={noteId}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      <p className="sb-setting-note" id={noteId}>
        {failed ? 'This setting could not be read.' : note}
      </p>
      {failed && (
        <Button variant="minimal" className="sb-link" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}
