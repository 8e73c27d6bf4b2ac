import { Button } from '@blueprintjs/core'
import { EyeOpen } from '@blueprintjs/icons'
import { Kbd } from '../../kit/Kbd.tsx'
import type { ConversationKey } from './conversation.ts'
import { useDecideOptOut } from './data.ts'

interface Props {
  conversation: ConversationKey
  /** Id of the text. */
  id: string
  /** Keys that apply to the open conversation; absent in lists. */
  keys?: { optOut: string; keep?: string } | undefined
  /** Instead of deciding about this text alone. */
  onOptOut?: (() => void) | undefined
}

/** Keys of the inbox of the agency. */
export const agencyKeys = { optOut: 'O', keep: 'N' }

/** Decides whether a text is an opt-out. */
export function OptOutDecisionButtons({ conversation, id, keys, onOptOut }: Props) {
  const { mutate, isPending } = useDecideOptOut(conversation)
  return (
    <span className="sb-decide sb-wrap">
      <Button
        size="small"
        intent="danger"
        variant="outlined"
        disabled={isPending}
        endIcon={keys && <Kbd keys={keys.optOut} />}
        onClick={onOptOut ?? (() => mutate({ id, optOut: true }))}
      >
        Opt out
      </Button>
      <Button
        size="small"
        disabled={isPending}
        endIcon={keys?.keep ? <Kbd keys={keys.keep} /> : undefined}
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
