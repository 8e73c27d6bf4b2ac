import { Button } from '@blueprintjs/core'
import { EyeOpen } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { Kbd } from '../../kit/Kbd.tsx'
import { useDecideOptOut } from './data.ts'

interface Props {
  id: string
  number: string
  /** Shows the keys: `o` and `n` apply to the open conversation only. */
  withKeys: boolean
}

/** Decides whether a text is an opt-out. Keys `o` and `n` do the same. */
export function OptOutDecisionButtons({ id, number, withKeys }: Props) {
  const { mutate, isPending } = useDecideOptOut(number)
  return (
    <DecisionButtons withKeys={withKeys} disabled={isPending} onDecide={(optOut) => mutate({ id, optOut })} />
  )
}

interface DecisionProps {
  withKeys?: boolean
  disabled: boolean
  onDecide: (optOut: boolean) => void
}

export const DecisionButtons = ({ withKeys = false, disabled, onDecide }: DecisionProps) => (
  <span className="sb-decide">
    <Button
      size="small"
      intent="danger"
      variant="outlined"
      disabled={disabled}
      endIcon={withKeys ? <Kbd keys="O" /> : undefined}
      onClick={() => onDecide(true)}
    >
      Opt out
    </Button>
    <Button
      size="small"
      disabled={disabled}
      endIcon={withKeys ? <Kbd keys="N" /> : undefined}
      onClick={() => onDecide(false)}
    >
      Not an opt-out
    </Button>
  </span>
)

/** Says that a text may be an opt-out, above the buttons to decide it. */
export const UndecidedNote = ({ children }: { children: ReactNode }) => (
  <div className="sb-reply-note sb-undecided" data-tone="amber">
    <EyeOpen size={14} title={false} />
    <span>
      <strong>May be an opt-out.</strong> Nothing is sent to this number automatically until you decide.
    </span>
    {children}
  </div>
)

/** Replaces the review notice while an inbound text may be an opt-out. */
export const OptOutReviewNotice = ({ id, number }: Omit<Props, 'withKeys'>) => (
  <UndecidedNote>
    <OptOutDecisionButtons id={id} number={number} withKeys />
  </UndecidedNote>
)
