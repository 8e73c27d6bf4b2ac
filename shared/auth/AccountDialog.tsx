import './account.css'
import { Dialog, Tab, Tabs } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '../kit/data.ts'
import { ChangePassword } from './ChangePassword.tsx'
import type { SecondFactorSetup } from './contract.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { ScanCode } from './ScanCode.tsx'
import { SignedIn } from './SignedIn.tsx'
import { TwoStepLogin } from './TwoStepLogin.tsx'

type Step =
  | { name: 'state' }
  | { name: 'scan'; setup: SecondFactorSetup }
  | { name: 'codes'; recoveryCodes: string[] }

/** What belongs to the person who is logged in: password, two-step login, and where they are signed in. */
export function AccountDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'state' })
  const [part, setPart] = useState<'password' | 'twoStep' | 'places'>('password')
  // The codes are shown this once: only the button under them leads on, no key and no click beside.
  const once = step.name === 'codes'
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
      {step.name === 'state' && (
        <Tabs
          id="account"
          className="sb-account-parts"
          selectedTabId={part}
          onChange={(id) => setPart(id as typeof part)}
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
            panel={<TwoStepLogin onSetup={(setup) => setStep({ name: 'scan', setup })} onClose={onClose} />}
          />
          <Tab id="places" title="Signed in" panel={<SignedIn onClose={onClose} />} />
        </Tabs>
      )}
      {step.name === 'scan' && (
        <ScanCode
          setup={step.setup}
          onEnabled={(recoveryCodes) => {
            setStep({ name: 'codes', recoveryCodes })
            void refresh(client, ['auth', 'secondFactor'])
          }}
          onBack={() => setStep({ name: 'state' })}
        />
      )}
      {step.name === 'codes' && (
        <RecoveryCodes codes={step.recoveryCodes} onDone={() => setStep({ name: 'state' })} />
      )}
    </Dialog>
  )
}
