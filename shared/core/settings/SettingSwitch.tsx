import './settings.css'
import { Switch } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { useMayCall } from '../../kit/MayCall.tsx'
import type { SettingKey } from './contract.ts'
import { useSetting } from './useSetting.ts'

interface Props {
  setting: SettingKey
  label: string
  /** Name in the toast: 'SMS notifications' enabled. */
  name: string
  note: ReactNode
}

/** A switch with an explanation. Disabled until the value is loaded. */
export function SettingSwitch({ setting, label, name, note }: Props) {
  const { on, known, failed, retry, set } = useSetting(setting, name)
  const mayChange = useMayCall('settings.set')
  const noteId = `${setting}-note`
  return (
    <div className="sb-setting">
      <Switch
        alignIndicator="end"
        label={label}
        checked={on}
        disabled={!known || !mayChange}
        aria-describedby={noteId}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      <p className="sb-setting-note sb-muted" id={noteId}>
        {failed ? 'This setting could not be loaded.' : note}
        {!mayChange && ' Only an admin can change this.'}
      </p>
      {failed && <LinkButton onClick={retry}>Try again</LinkButton>}
    </div>
  )
}
