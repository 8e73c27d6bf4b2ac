import './account.css'
import { Dialog, Tab, Tabs } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useRoute } from '../../host/routes.ts'
import { refresh } from '../../kit/data.ts'
import { useMayCall } from '../../kit/MayCall.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import type { SecondFactorSetup } from './contract.ts'
import { OpenSessions } from './OpenSessions.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { ScanCode } from './ScanCode.tsx'
import { TwoStepLogin } from './TwoStepLogin.tsx'

const parts = ['password', 'twoStep', 'places', 'emails', 'staff']

interface Props {
  username: string
  /** Recovery codes, shown once. The parent keeps the dialog open while they are shown. */
  codes: readonly string[] | null
  onCodes: (codes: readonly string[] | null) => void
  /** Where the person gets emails and test texts. */
  addresses: ReactElement
  /** Shown to admins. */
  staff: ReactElement
}

/** Password, two-step login, open sessions, emails and phone of the current person; for admins also the staff. `?account=` names the open part. */
export function AccountDialog({ username, codes, onCodes, addresses, staff }: Props) {
  const client = useQueryClient()
  const { params, set, close } = useRoute()
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const maySeeStaff = useMayCall('staff.list')
  const asked = parts.find((one) => one === params.get('account'))
  const part = !asked || (asked === 'staff' && !maySeeStaff) ? 'password' : asked
  const onClose = () => close('account')
  // Codes are shown once: only their button closes the dialog, not Escape or a click outside.
  const mustConfirm = codes !== null
  return (
    <Dialog
      isOpen
      className="sb-account"
      title={`Your account, ${username}`}
      onClose={onClose}
      canEscapeKeyClose={!mustConfirm}
      canOutsideClickClose={false}
      isCloseButtonShown={!mustConfirm}
      shouldReturnFocusOnClose
    >
      {!setup && !codes && (
        <Tabs
          id="account"
          className="sb-part-tabs sb-account-parts"
          selectedTabId={part}
          onChange={(id) => set({ account: String(id) }, { replace: true })}
          animate={false}
          renderActiveTabPanelOnly
        >
          <Tab
            id="password"
            title="Password"
            panel={<ChangePassword username={username} onClose={onClose} />}
          />
          <Tab
            id="twoStep"
            title="Two-step login"
            panel={<TwoStepLogin onSetup={setSetup} onClose={onClose} />}
          />
          <Tab id="places" title="Signed in" panel={<OpenSessions onClose={onClose} />} />
          <Tab id="emails" title="Emails" panel={addresses} />
          {maySeeStaff && <Tab id="staff" title="Staff" panel={staff} />}
        </Tabs>
      )}
      {setup && (
        <ScanCode
          setup={setup}
          onEnabled={(recoveryCodes) => {
            setSetup(null)
            onCodes(recoveryCodes)
            void refresh(client, ['auth', 'secondFactor'])
          }}
          onBack={() => setSetup(null)}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => onCodes(null)} />}
    </Dialog>
  )
}
