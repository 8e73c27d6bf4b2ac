import { Button, Dialog, DialogBody, DialogFooter, FormGroup, type Intent, TextArea } from '@blueprintjs/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { WaitingButton } from '../kit/WaitingButton.tsx'

interface Props {
  title: string
  children: ReactNode
  action: string
  busyText: string
  intent: Intent
  busy: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks for the reason a consent is changed by hand. Nothing happens without one: it goes into the ledger. */
export function ReasonDialog({ title, children, action, busyText, intent, busy, onConfirm, onClose }: Props) {
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const confirm = () => {
    const given = reason.trim()
    setMissing(given === '')
    if (given === '') input.current?.focus()
    else if (!busy) onConfirm(given)
  }
  return (
    <Dialog isOpen title={title} onClose={onClose} onOpened={() => input.current?.focus()}>
      <DialogBody>
        <div className="sb-reason">{children}</div>
        <FormGroup
          label="Reason"
          labelFor={id}
          intent={missing ? 'danger' : 'none'}
          helperText={
            missing ? <span role="alert">Please give a reason</span> : 'Kept with your name and the time.'
          }
        >
          <TextArea
            id={id}
            inputRef={input}
            fill
            rows={3}
            maxLength={500}
            required
            aria-invalid={missing}
            intent={missing ? 'danger' : 'none'}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value)
              setMissing(false)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) confirm()
            }}
          />
        </FormGroup>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <WaitingButton intent={intent} busy={busy} busyText={busyText} onClick={confirm}>
              {action}
            </WaitingButton>
          </>
        }
      />
    </Dialog>
  )
}
