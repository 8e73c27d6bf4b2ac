import './account.css'
import { Dialog, Tab, Tabs } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRoute } from '../host/routes.ts'
import { refresh } from '../kit/data.ts'
import { ChangePassword } from './ChangePassword.tsx'
import type { SecondFactorSetup } from './contract.ts'
import { OpenSessions } from './OpenSessions.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { ScanCode } from './ScanCode.tsx'
import { TwoStepLogin } from './TwoStepLogin.tsx'

const parts = ['password', 'twoStep', 'places']

interface Props {
  username: string
  /** The recovery codes while they are shown. They are shown once: the one who opens this keeps it open meanwhile. */
  codes: readonly string[] | null
  onCodes: (codes: readonly string[] | null) => void
}

/**
 * What belongs to the person who is logged in: password, two-step login, and where they are signed in. The address
 * says which of them is shown (`?account=`).
 */
export function AccountDialog({ username, codes, onCodes }: Props) {
  const client = useQueryClient()
  const { params, set, close } = useRoute()
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const part = parts.find((one) => one === params.get('account')) ?? 'password'
  const onClose = () => close('account')
  // Only the button under the codes leads on, no key and no click beside.
  const once = codes !== null
  return (
    <Dialog
      isOpen
      className="sb-account"
      title={`Your account, ${username}`}
      onClose={onClose}
      canEscapeKeyClose={!once}
      canOutsideClickClose={false}
      isCloseButtonShown={!once}
      shouldReturnFocusOnClose
    >
      {!setup && !codes && (
        <Tabs
          id="account"
          className="sb-account-parts"
          selectedTabId={part}
          onChange={(id) => set({ account: String(id) }, { replace: true })}
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
