import { Button, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { QRCodeSVG } from 'qrcode.react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useAction } from '../kit/data.ts'
import { WaitingButton } from '../kit/WaitingButton.tsx'
import type { SecondFactorSetup } from './contract.ts'
import { faultOf } from './fault.ts'

/** The secret for the app's camera or for typing, and the code that proves the app has it. */
export function ScanCode({
  setup,
  onEnabled,
  onBack,
}: {
  setup: SecondFactorSetup
  onEnabled: (recoveryCodes: string[]) => void
  onBack: () => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const enable = useAction({
    run: (api, code: string) => api.auth.enableSecondFactor({ code }),
    done: ({ recoveryCodes }) => onEnabled(recoveryCodes),
    failure: null,
  })
  const fault = faultOf(enable.error, 'code')
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (!fault) return
    input.current?.focus()
    input.current?.select()
  }, [fault])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!enable.isPending) enable.mutate(code)
  }
  return (
    <form onSubmit={submit}>
      <DialogBody>
        <p>Scan this with your authenticator app.</p>
        <div className="sb-account-scan">
          <QRCodeSVG value={setup.uri} size={184} level="M" marginSize={3} title="QR code of the key below" />
        </div>
        <p>
          No camera? Type this key: <code className="sb-account-key">{inFours(setup.secret)}</code>
        </p>
        <FormGroup
          label="Code the app shows"
          labelFor={id}
          intent={fault ? 'danger' : 'none'}
          helperText={fault && <span role="alert">{fault}</span>}
        >
          <InputGroup
            id={id}
            inputRef={input}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={40}
            required
            aria-invalid={fault ? true : undefined}
            intent={fault ? 'danger' : 'none'}
            value={code}
            onValueChange={setCode}
          />
        </FormGroup>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onBack}>Back</Button>
            <WaitingButton type="submit" intent="primary" busy={enable.isPending} busyText="Turning on...">
              Turn on
            </WaitingButton>
          </>
        }
      />
    </form>
  )
}

const inFours = (key: string) => (key.match(/.{1,4}/g) ?? []).join(' ')
