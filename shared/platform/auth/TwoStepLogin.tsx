import { InputGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { plural } from '../../formats.ts'
import { Badge } from '../../kit/Badge.tsx'
import { refresh, useAction, useRead } from '../../kit/data.ts'
import { DialogForm, Field } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { toast } from '../../kit/toasts.ts'
import type { SecondFactorSetup } from './contract.ts'

interface Props {
  onSetup: (setup: SecondFactorSetup) => void
  onClose: () => void
}

/** Whether two-step login is on, and a form to turn it on or off, which requires the password. */
export function TwoStepLogin({ onSetup, onClose }: Props) {
  const state = useRead('auth', 'secondFactor', undefined, { staleTime: 0 })
  return (
    <Loaded
      read={state}
      loading={{ text: 'Loading your account...', rows: 3 }}
      failed="Error loading your account"
    >
      {({ enabled, recoveryCodesLeft }) =>
        enabled ? (
          <On recoveryCodesLeft={recoveryCodesLeft} onClose={onClose} />
        ) : (
          <Off onSetup={onSetup} onClose={onClose} />
        )
      }
    </Loaded>
  )
}

function Off({ onSetup, onClose }: Props) {
  const setUp = useAction({
    run: (api, password: Password) => api.auth.setUpSecondFactor(password),
    done: onSetup,
    failure: null,
  })
  return (
    <PasswordForm action="Set up" busyText="Setting up..." send={setUp.mutateAsync} onClose={onClose}>
      <Heading on={false} />
      <p>
        Logging in then takes your password and a code from an authenticator app on your phone. A stolen
        password alone is not enough.
      </p>
    </PasswordForm>
  )
}

function On({ recoveryCodesLeft, onClose }: { recoveryCodesLeft: number; onClose: () => void }) {
  const client = useQueryClient()
  const turnOff = useAction({
    run: (api, password: Password) => api.auth.disableSecondFactor(password),
    done: () => {
      toast.success('Settings Updated', 'Two-step login is off')
      return refresh(client, ['auth', 'secondFactor'])
    },
    failure: null,
  })
  return (
    <PasswordForm
      action="Turn off"
      busyText="Turning off..."
      intent="danger"
      send={turnOff.mutateAsync}
      onClose={onClose}
    >
      <Heading on />
      <p>
        {plural(recoveryCodesLeft, 'recovery code')} left. To use a new phone or get new codes, turn it off
        and set it up again.
      </p>
    </PasswordForm>
  )
}

const Heading = ({ on }: { on: boolean }) => (
  <div className="sb-account-head sb-row">
    <h3 className="sb-panel-title">Two-step login</h3>
    <Badge tone={on ? 'green' : 'grey'}>{on ? 'On' : 'Off'}</Badge>
  </div>
)

const schema = z.object({ password: z.string() })
type Password = z.infer<typeof schema>

interface FormProps {
  children: ReactNode
  action: string
  busyText: string
  intent?: 'danger'
  send: (password: Password) => Promise<unknown>
  onClose: () => void
}

/** Asks for the password again, so that an unattended console cannot be used to change the login. */
function PasswordForm({ children, send, onClose, ...action }: FormProps) {
  const form = useConsoleForm({
    schema,
    values: { password: '' },
    first: 'password',
    send,
    failure: { field: 'password' },
  })
  return (
    <DialogForm form={form} byBrowser {...action} back="Close" onBack={onClose}>
      {children}
      <Field form={form} name="password" label="Your password">
        {(input) => (
          <InputGroup {...input} type="password" autoComplete="current-password" maxLength={1000} required />
        )}
      </Field>
    </DialogForm>
  )
}
