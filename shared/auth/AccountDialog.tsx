import './account.css'
import { Dialog } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '../kit/data.ts'
import type { SecondFactorSetup } from './contract.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { ScanCode } from './ScanCode.tsx'
import { TwoStepLogin } from './TwoStepLogin.tsx'

type Step =
  | { name: 'state' }
  | { name: 'scan'; setup: SecondFactorSetup }
  | { name: 'codes'; recoveryCodes: string[] }

/** What belongs to the person who is logged in: for now, whether logging in takes a code as well. */
export function AccountDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'state' })
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
        <TwoStepLogin onSetup={(setup) => setStep({ name: 'scan', setup })} onClose={onClose} />
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
