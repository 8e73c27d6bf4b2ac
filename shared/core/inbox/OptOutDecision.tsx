import { Button } from '@blueprintjs/core'
import { EyeOpen } from '@blueprintjs/icons'
import { Kbd } from '../../kit/Kbd.tsx'
import type { ConversationKey } from './conversation.ts'
import { useDecideOptOut } from './data.ts'

interface Props {
  conversation: ConversationKey
  /** Id of the text. */
  id: string
  /** Shows the keys: `o` and `n` apply to the open conversation of the agency only. */
  withKeys: boolean
}

/** Decides whether a text is an opt-out. */
export function OptOutDecisionButtons({ conversation, id, withKeys }: Props) {
  const { mutate, isPending } = useDecideOptOut(conversation)
  return (
    <span className="sb-decide sb-wrap">
      <Button
        size="small"
        intent="danger"
        variant="outlined"
        disabled={isPending}
        endIcon={withKeys ? <Kbd keys="O" /> : undefined}
        onClick={() => mutate({ id, optOut: true })}
      >
        Opt out
      </Button>
      <Button
        size="small"
        disabled={isPending}
        endIcon={withKeys ? <Kbd keys="N" /> : undefined}
        onClick={() => mutate({ id, optOut: false })}
      >
        Not an opt-out
      </Button>
    </span>
  )
}

/** Replaces the review notice while an inbound text may be an opt-out. */
export const OptOutReviewNotice = (props: Props) => (
  <div className="sb-reply-note sb-row sb-medium sb-muted sb-undecided" data-tone="amber">
    <EyeOpen size={14} title={false} />
    <span>
      <strong>May be an opt-out.</strong> Nothing is sent to this number automatically until you decide.
    </span>
    <OptOutDecisionButtons {...props} />
  </div>
)
