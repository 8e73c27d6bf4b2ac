import { Alert } from '@blueprintjs/core'
import { type ReactElement, type ReactNode, useId } from 'react'

interface ConfirmDialogProps {
  question: string
  children?: ReactNode
  /** Label of the confirm button: a verb, not OK. */
  confirm: string
  cancel?: string
  icon?: ReactElement
  isOpen: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action that cannot be undone, or that changes very many rows. The question is the name of the dialog. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, children, confirm, cancel = 'Cancel', icon, isOpen, busy = false } = props
  const id = useId()
  return (
    <Alert
      aria-labelledby={id}
      intent="danger"
      icon={icon}
      isOpen={isOpen}
      loading={busy}
      cancelButtonText={cancel}
      confirmButtonText={confirm}
      canEscapeKeyCancel
      onCancel={props.onCancel}
      onConfirm={props.onConfirm}
    >
      <p>
        <b id={id}>{question}</b>
      </p>
      {children}
    </Alert>
  )
}
