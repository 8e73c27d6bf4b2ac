import { Button } from '@blueprintjs/core'
import { ArrowLeft, BanCircle, Undo } from '@blueprintjs/icons'
import type { RefObject } from 'react'
import { ConversationPanel } from '../../core/inbox/ConversationPanel.tsx'
import type { ReplyOutcome } from '../../core/inbox/conversation.ts'
import { outcomeLabels } from '../../core/inbox/conversationRules.ts'
import { useReply } from '../../core/inbox/useReply.ts'
import { dateTime, formatDay, plural } from '../../formats.ts'
import { salonPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { useRead } from '../../kit/data.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import type { Read } from '../../kit/Loaded.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import { usePhone } from '../../kit/useMedia.ts'
import { formatPhone } from '../../sms/phone.ts'
import type { ClientFlag } from '../clients/eligible.ts'
import { greetingName } from '../clients/greeting.ts'
import { SalonFacts } from '../handover/SalonFacts.tsx'
import type { SalonConversation, SalonReply } from './contract.ts'
import type { Opened } from './data.ts'
import { nameOf } from './RepliesList.tsx'
import { stillTexted } from './stillTexted.ts'

interface Props {
  opened: Opened
  /** The text it was opened from; its names show until the conversation has loaded. */
  row: SalonReply | undefined
  read: Read<SalonConversation>
  input: RefObject<HTMLTextAreaElement | null>
  outcomes: {
    /** A text waits, or has no outcome yet. */
    canMark: boolean
    mark: (outcome: ReplyOutcome) => void
    setBooking: (asking: boolean) => void
    /** Asks the salon's owner; null without a text. */
    ask: (() => void) | null
    asking: boolean
    /** Null without a text. Decides a possible opt-out too. */
    markWrong: (() => void) | null
    /** Takes the outcome back; null without one. */
    markWaiting: (() => void) | null
    /** Sends the owner's answer to the client; null without one. */
    passOn: (() => void) | null
    /** Opts a number out whose text may be an opt-out. */
    optOut: (() => void) | null
  }
  /** Only on narrow screens. */
  onBack: (() => void) | undefined
  onEscape: () => void
  /** Opens the next text that waits for an answer. */
  onNext: () => void
}

/** One conversation of a salon, with client and offer. */
export function SalonConversationPanel(props: Props) {
  const { opened, row, read, input, onEscape, onNext } = props
  const { data } = read
  const reply = useReply(opened, data)
  const { data: salon } = useRead('salons', 'get', { id: opened.salonId })
  const name = nameOf({ firstName: data?.client?.firstName ?? row?.firstName ?? null, phone: opened.number })
  const fields = { name: greetingName(data?.client?.firstName ?? null), link: salon?.bookingUrl ?? null }
  return (
    <ConversationPanel
      name={name}
      head={
        <>
          <Head {...props} name={name} />
          {data?.offer && <Offer offer={data.offer} />}
          {data && <SalonFacts salonId={opened.salonId} name={data.salonName} />}
        </>
      }
      read={read}
      loading="Loading conversation..."
      failed="Failed to load the conversation"
      reply={reply}
      form={{ fields, input, onEscape, onNext }}
      review={null}
      warning={data && <Notices conversation={data} passOn={props.outcomes.passOn} />}
      onOptOut={props.outcomes.optOut ?? undefined}
      optedOut={data?.optOut && <OptedOut optOut={data.optOut} />}
    />
  )
}

function Head(props: Props & { name: string }) {
  const { opened, row, read, name, outcomes, onBack } = props
  const isNamed = name !== formatPhone(opened.number)
  const facts = clientFacts(read.data)
  return (
    <header className="sb-conv-head sb-row sb-desk-head">
      {onBack && (
        <Button
          variant="minimal"
          aria-label="Back to the list"
          icon={<ArrowLeft title={false} />}
          onClick={onBack}
        />
      )}
      <div className="sb-conv-who">
        <div className="sb-conv-name sb-row">
          <h2>{isNamed ? name : <NumberLink number={opened.number} />}</h2>
        </div>
        <p className="sb-medium sb-muted sb-break sb-num">
          <AppLink className="sb-desk-salon sb-bold" to={salonPath(opened.salonId)}>
            {read.data?.salonName ?? row?.salonName ?? 'Salon'}
          </AppLink>
          {isNamed && ' · '}
          {isNamed && <NumberLink number={opened.number} />}
          {facts.length > 0 && ' · '}
          {facts.join(' · ')}
        </p>
      </div>
      <Actions {...outcomes} />
    </header>
  )
}

const KeyButton = ({ keys, label, run }: { keys: string; label: string; run: (() => void) | null }) => (
  <Button size="small" disabled={!run} endIcon={<Kbd keys={keys} />} onClick={() => run?.()}>
    {label}
  </Button>
)

function Actions({ canMark, mark, markWrong, setBooking, ask, asking, markWaiting }: Props['outcomes']) {
  const refuse = () => mark('not_interested')
  return (
    <div className="sb-desk-actions sb-wrap">
      <KeyButton keys="O" label="Ask the salon" run={asking ? null : ask} />
      {markWaiting ? (
        <Button size="small" icon={<Undo title={false} />} onClick={markWaiting}>
          Mark as waiting
        </Button>
      ) : (
        <>
          <KeyButton keys="B" label={outcomeLabels.booked} run={canMark ? () => setBooking(true) : null} />
          <KeyButton keys="N" label={outcomeLabels.not_interested} run={canMark ? refuse : null} />
          <KeyButton keys="W" label={outcomeLabels.wrong_person} run={markWrong} />
        </>
      )}
    </div>
  )
}

/** The owner's answer with the key that sends it, and whether a wrong number is still texted. */
function Notices({ conversation, passOn }: { conversation: SalonConversation; passOn: (() => void) | null }) {
  const { ownerAnswer, messages } = conversation
  const last = messages.findLast(({ direction }) => direction === 'inbound')
  return (
    <>
      {ownerAnswer && (
        <div className="sb-reply-note sb-row sb-medium sb-muted">
          <span className="sb-break">
            <strong>Text to the client:</strong> {ownerAnswer.words}
          </span>
          <KeyButton keys="P" label="Pass it on" run={passOn} />
        </div>
      )}
      {last?.outcome === 'wrong_person' && (
        <p className="sb-reply-note sb-row sb-medium sb-muted" role="note">
          <BanCircle size={14} title={false} />
          <span>
            <strong>Wrong person.</strong> {stillTexted(conversation)}
          </span>
        </p>
      )}
    </>
  )
}

/** What the salon's list says about the client. */
function clientFacts(conversation: SalonConversation | undefined): string[] {
  if (!conversation) return []
  const { client } = conversation
  if (!client) return ['Not on the list']
  return [
    client.lastVisit ? `Last visit ${formatDay(client.lastVisit)}` : 'Last visit unknown',
    ...(client.visits === null ? [] : [plural(client.visits, 'visit')]),
    ...client.flags.map((flag) => flagLabels[flag]),
  ]
}

const flagLabels: Record<ClientFlag, string> = {
  minor: 'Minor',
  staff: 'Staff',
  blocked: 'Blocked',
  vip: 'VIP',
  deceased: 'Deceased',
}

/** On phones one line that opens: the conversation needs the room. */
function Offer({ offer: { version, text } }: { offer: NonNullable<SalonConversation['offer']> }) {
  const phone = usePhone()
  const words = (
    <>
      <strong>{version === null ? 'Offer' : `Offer, version ${version}`}:</strong> {text}
    </>
  )
  if (!phone) return <p className="sb-desk-offer sb-medium sb-muted sb-break">{words}</p>
  return (
    <details className="sb-desk-offer sb-medium sb-muted sb-break">
      <summary>{words}</summary>
    </details>
  )
}

/** Replaces the reply box: an opt-out to any sender stops every text to this number. */
const OptedOut = ({ optOut: { since, wording } }: { optOut: { since: string; wording: string | null } }) => (
  <div className="sb-optout sb-row sb-wrap sb-medium sb-inset sb-muted" role="note">
    <BanCircle size={16} className="sb-optout-icon" title={false} />
    <div>
      <p className="sb-optout-title sb-bold">Opted out on {dateTime(since)}.</p>
      <p>
        {wording === null ? 'The opt-out did not come to this salon.' : `They texted “${wording}”.`} This
        number gets no more texts.
      </p>
    </div>
  </div>
)
