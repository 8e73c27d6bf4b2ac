import { InputGroup } from '@blueprintjs/core'
import { QRCodeSVG } from 'qrcode.react'
import { z } from 'zod'
import { useAction } from '../../kit/data.ts'
import { DialogForm, Field } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import type { SecondFactorSetup } from './contract.ts'

const schema = z.object({ code: z.string() })

interface ScanCodeProps {
  setup: SecondFactorSetup
  onEnabled: (recoveryCodes: string[]) => void
  onBack: () => void
}

/** Shows the secret as QR code and text, with a field for a first code of the authenticator app. */
export function ScanCode({ setup, onEnabled, onBack }: ScanCodeProps) {
  const enable = useAction({
    run: (api, code: { code: string }) => api.auth.enableSecondFactor(code),
    done: ({ recoveryCodes }) => onEnabled(recoveryCodes),
    failure: null,
  })
  const form = useConsoleForm({
    schema,
    values: { code: '' },
    first: 'code',
    send: enable.mutateAsync,
    failure: { field: 'code' },
  })
  return (
    <DialogForm form={form} byBrowser action="Turn on" busyText="Turning on..." back="Back" onBack={onBack}>
      <p>Scan this with your authenticator app.</p>
      <div className="sb-account-scan">
        <QRCodeSVG value={setup.uri} size={184} level="M" marginSize={3} title="QR code of the key below" />
      </div>
      <p>
        No camera? Type this key: <code className="sb-account-key">{inFours(setup.secret)}</code>
      </p>
      <Field form={form} name="code" label="Code the app shows">
        {(input) => (
          <InputGroup {...input} autoComplete="one-time-code" inputMode="numeric" maxLength={40} required />
        )}
      </Field>
    </DialogForm>
  )
}

const inFours = (key: string) => (key.match(/.{1,4}/g) ?? []).join(' ')
