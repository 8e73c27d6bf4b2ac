import { Button, ButtonGroup, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import {
  ArrowLeft,
  BanCircle,
  ChevronDown,
  ChevronUp,
  Duplicate,
  More,
  Shop,
  Tick,
  Undo,
} from '@blueprintjs/icons'
import { plural } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import { toast } from '../../kit/toasts.ts'
import { formatPhone } from '../../sms/phone.ts'
import type { Conversation, ConversationMessage } from './conversation.ts'
import { StatusMenu } from './StatusMenu.tsx'
import { useSetStatus } from './setStatus.ts'

export interface ListPosition {
  /** Position in the list, from 1; 0 when the open conversation is not in it. */
  at: number
  of: number
  onMove: (by: 1 | -1) => void
  onBack: () => void
}

interface Props {
  number: string
  name: string
  conversation: Conversation | undefined
  /** `pending`: unprocessed inbound texts; at 0 the button sets the last one back to Pending. */
  marking: { pending: number; canMark: boolean; mark: () => void }
  onOptOut: (change: 'record' | 'undo') => void
  /** On narrow screens: the position in the list, and buttons to move through it. */
  position: ListPosition | undefined
}

/** Name, contact status and details of the number, and the actions on the whole conversation. */
export function ConversationHead(props: Props) {
  const { number, name, conversation, position } = props
  const { pending, canMark, mark } = props.marking
  const setStatus = useSetStatus()
  const id = conversation?.prospectId
  const last = conversation?.messages.findLast(({ direction }) => direction === 'inbound')
  const facts = describe(conversation, last)
  const ours = last?.ourNumber && `to ${formatPhone(last.ourNumber)}`
  const isNamed = name !== formatPhone(number)
  return (
    <header className="sb-conv-head sb-row">
      {position && (
        <Button
          variant="minimal"
          aria-label="Back to the list"
          icon={<ArrowLeft title={false} />}
          onClick={position.onBack}
        />
      )}
      <div className="sb-conv-who">
        <div className="sb-conv-name sb-row">
          <h2 title={name}>{isNamed ? name : <NumberLink number={number} />}</h2>
          {conversation && id && (
            <StatusMenu
              status={conversation.contactStatus}
              name={name}
              onChange={(to) => setStatus.mutate({ id, from: conversation.contactStatus, to })}
            />
          )}
        </div>
        <p
          className="sb-conv-facts sb-ellipsis sb-medium sb-muted sb-num"
          title={[ours, facts].filter(Boolean).join(' · ')}
        >
          {isNamed && <NumberLink number={number} />} <span className="sb-nowrap">{ours}</span>
          {(isNamed || ours) && facts && ' · '}
          {facts}
        </p>
      </div>
      {position && <Steps position={position} />}
      {canMark && (
        <Button
          className="sb-conv-mark sb-rigid"
          icon={pending > 0 ? <Tick title={false} /> : <Undo title={false} />}
          endIcon={<Kbd keys="E" />}
          onClick={mark}
        >
          {pending > 0 ? 'Mark Processed' : 'Back to Pending'}
        </Button>
      )}
      <MoreMenu {...props} />
    </header>
  )
}

function Steps({ position }: { position: ListPosition }) {
  return (
    <>
      {position.at > 0 && (
        <span className="sb-conv-position sb-muted sb-num">
          {position.at} of {position.of.toLocaleString('en-US')}
        </span>
      )}
      <ButtonGroup>
        <Button
          variant="minimal"
          aria-label="Previous text"
          disabled={position.at <= 1}
          icon={<ChevronUp title={false} />}
          onClick={() => position.onMove(-1)}
        />
        <Button
          variant="minimal"
          aria-label="Next text"
          disabled={position.at === 0 || position.at >= position.of}
          icon={<ChevronDown title={false} />}
          onClick={() => position.onMove(1)}
        />
      </ButtonGroup>
    </>
  )
}

function MoreMenu({ number, conversation, onOptOut }: Props) {
  const { go } = useRoute()
  const prospect = conversation?.prospectId
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      content={
        <Menu aria-label="More about this conversation">
          {prospect && (
            <MenuItem
              icon={<Shop title={false} />}
              text="Show in Prospects"
              onClick={() => go('prospects', { search: number })}
            />
          )}
          <MenuItem icon={<Duplicate title={false} />} text="Copy number" onClick={() => void copy(number)} />
          {conversation?.optOut ? (
            <MayCall call="inbox.undoOptOut">
              <MenuItem
                icon={<Undo title={false} />}
                text="Undo opt-out..."
                onClick={() => onOptOut('undo')}
              />
            </MayCall>
          ) : (
            <MenuItem
              icon={<BanCircle title={false} />}
              intent="danger"
              text="Record an opt-out..."
              onClick={() => onOptOut('record')}
            />
          )}
        </Menu>
      }
    >
      <Button variant="minimal" aria-label="More" icon={<More title={false} />} />
    </PopoverNext>
  )
}

/** `Nail salon, London · 4.7 (312) · 6 employees · 1 segment · 0 media`, the last two of their last text; unknown values are left out. */
function describe(conversation: Conversation | undefined, last: ConversationMessage | undefined): string {
  const business = [conversation?.category, conversation?.address].filter(Boolean).join(', ')
  const rating = conversation?.rating
  const reviews = conversation?.reviewCount
  return [
    business || null,
    rating == null
      ? null
      : `${rating.toFixed(1)}${reviews == null ? '' : ` (${reviews.toLocaleString('en-US')})`}`,
    conversation?.teamSize == null ? null : plural(conversation.teamSize, 'employee'),
    last?.segments === undefined ? null : plural(last.segments, 'segment'),
    last?.numMedia === undefined ? null : `${last.numMedia} media`,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

/** Copies the number, or shows it when the browser refuses access to the clipboard. */
async function copy(number: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(number)
  } catch {
    toast.failure('Not copied', `The browser did not allow it. The number is ${number}`)
  }
}
