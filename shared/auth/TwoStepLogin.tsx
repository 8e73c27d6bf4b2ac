import { Button, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { count } from '../formats.ts'
import { Badge } from '../kit/Badge.tsx'
import { refresh, useAction, useRead } from '../kit/data.ts'
import { Failed, Loading } from '../kit/states.tsx'
import { toast } from '../kit/toasts.ts'
import { WaitingButton } from '../kit/WaitingButton.tsx'
import type { SecondFactorSetup } from './contract.ts'
import { faultOf } from './fault.ts'

interface Props {
  onSetup: (setup: SecondFactorSetup) => void
  onClose: () => void
}

/** Whether it is on, and the one thing that can be done about it, which takes the password. */
export function TwoStepLogin({ onSetup, onClose }: Props) {
  const { data, error, refetch } = useRead('auth', 'secondFactor', undefined, { staleTime: 0 })
  if (error && !data) {
    return <Failed title="Error loading your account" error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <Loading text="Loading your account..." rows={3} />
  return data.enabled ? (
    <On recoveryCodesLeft={data.recoveryCodesLeft} onClose={onClose} />
  ) : (
    <Off onSetup={onSetup} onClose={onClose} />
  )
}

function Off({ onSetup, onClose }: Props) {
  const setUp = useAction({
    run: (api, password: string) => api.auth.setUpSecondFactor({ password }),
    done: onSetup,
    failure: null,
  })
  return (
    <PasswordForm
      action="Set up"
      busyText="Setting up..."
      busy={setUp.isPending}
      fault={faultOf(setUp.error, 'password')}
      onPassword={setUp.mutate}
      onClose={onClose}
    >
      <Heading on={false} />
      <p>
        Logging in then takes a code from an authenticator app on your phone as well as your password. Whoever
        learns the password alone stays out.
      </p>
    </PasswordForm>
  )
}

function On({ recoveryCodesLeft, onClose }: { recoveryCodesLeft: number; onClose: () => void }) {
  const client = useQueryClient()
  const turnOff = useAction({
    run: (api, password: string) => api.auth.disableSecondFactor({ password }),
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
      danger
      busy={turnOff.isPending}
      fault={faultOf(turnOff.error, 'password')}
      onPassword={turnOff.mutate}
      onClose={onClose}
    >
      <Heading on />
      <p>
        {recoveryCodesLeft === 1 ? '1 recovery code' : `${count(recoveryCodesLeft)} recovery codes`} left. A
        new phone, or new recovery codes? Turn it off, then set it up again.
      </p>
    </PasswordForm>
  )
}

const Heading = ({ on }: { on: boolean }) => (
  <div className="sb-account-head">
    <h3 className="sb-panel-title">Two-step login</h3>
    <Badge tone={on ? 'green' : 'grey'}>{on ? 'On' : 'Off'}</Badge>
  </div>
)

interface FormProps {
  children: ReactNode
  action: string
  busyText: string
  danger?: boolean
  busy: boolean
  fault: string | null
  onPassword: (password: string) => void
  onClose: () => void
}

/** Asks for the password again: whoever finds a console open must not change how its owner logs in. */
function PasswordForm({ children, action, busyText, danger, busy, fault, onPassword, onClose }: FormProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (!fault) return
    input.current?.focus()
    input.current?.select()
  }, [fault])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && password) onPassword(password)
  }
  return (
    <form onSubmit={submit}>
      <DialogBody>
        {children}
        <FormGroup
          label="Your password"
          labelFor={id}
          intent={fault ? 'danger' : 'none'}
          helperText={fault && <span role="alert">{fault}</span>}
        >
          <InputGroup
            id={id}
            inputRef={input}
            type="password"
            autoComplete="current-password"
            maxLength={1000}
            required
            aria-invalid={fault ? true : undefined}
            intent={fault ? 'danger' : 'none'}
            value={password}
            onValueChange={setPassword}
          />
        </FormGroup>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Close</Button>
            <WaitingButton
              type="submit"
              intent={danger ? 'danger' : 'primary'}
              busy={busy}
              busyText={busyText}
            >
              {action}
            </WaitingButton>
          </>
        }
      />
    </form>
  )
}
