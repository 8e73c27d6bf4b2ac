import { Button } from '@blueprintjs/core'
import { ArrowLeft, BanCircle, Undo } from '@blueprintjs/icons'
import type { RefObject } from 'react'
import type { ReplyOutcome } from '../../core/inbox/contract.ts'
import { latestPendingReview, newColleagueReply } from '../../core/inbox/conversationRules.ts'
import { DeskBar } from '../../core/inbox/DeskBar.tsx'
import { useNotes, useTakeWhileTyping } from '../../core/inbox/deskData.ts'
import { markRead } from '../../core/inbox/drafts.ts'
import { UndecidedNote } from '../../core/inbox/OptOutDecision.tsx'
import { outcomeLabels } from '../../core/inbox/outcomes.ts'
import { ReplyBox } from '../../core/inbox/ReplyBox.tsx'
import { ColleagueNotice, FailureNotice } from '../../core/inbox/ReplyNotes.tsx'
import { Thread } from '../../core/inbox/Thread.tsx'
import { dateTime, longDate, plural } from '../../formats.ts'
import { salonPath } from '../../host/addresses.ts'
import { useSession } from '../../host/session.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { useRead } from '../../kit/data.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import { Loaded, type Read } from '../../kit/Loaded.tsx'
import { formatPhone } from '../../sms/phone.ts'
import type { ClientFlag } from '../clients/eligible.ts'
import { greetingName } from '../clients/greeting.ts'
import type { SalonConversation, SalonReply } from './contract.ts'
import { draftIdOf, type Opened, useDecideReply, useResolveText, useSalonReply } from './data.ts'
import { nameOf } from './RepliesList.tsx'

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
    /** Takes the outcome back; null without one. */
    /** Null without a text. Decides a possible opt-out too. */
    markWrong: (() => void) | null
    markWaiting: (() => void) | null
  }
  /** Only on narrow screens. */
  onBack: (() => void) | undefined
  onEscape: () => void
  /** Opens the next text that waits for an answer. */
  onNext: () => void
}

/** One conversation of a salon: client and offer, texts, reply box. */
export function SalonConversationPanel(props: Props) {
  const { opened, row, read, input, onEscape, onNext } = props
  const { admin } = useSession()
  const resolve = useResolveText(opened.salonId)
  const notes = useNotes(opened)
  const name = nameOf({
    firstName: read.data?.client?.firstName ?? row?.firstName ?? null,
    phone: opened.number,
  })
  return (
    <section className="sb-conv" aria-label={`Conversation with ${name}`}>
      <Head {...props} name={name} />
      {read.data?.offer && <Offer offer={read.data.offer} />}
      <div className="sb-thread-box">
        <Loaded
          read={read}
          loading={{ text: 'Loading conversation...', rows: 5, rowHeight: 62 }}
          failed="Failed to load the conversation"
        >
          {({ messages }) => (
            <Thread
              messages={messages}
              notes={notes}
              name={name}
              me={admin?.username}
              // `allow` is about first texts of the agency.
              onResolve={(messageId, outcome) =>
                outcome !== 'allow' && resolve.mutate({ messageId, outcome })
              }
            />
          )}
        </Loaded>
      </div>
      <ReplyArea opened={opened} conversation={read.data} {...{ input, onEscape, onNext }} />
    </section>
  )
}

function Head(props: Props & { name: string }) {
  const { opened, row, read, name, outcomes, onBack } = props
  const number = formatPhone(opened.number)
  const unbroken = number.replaceAll(' ', '\u00a0')
  const facts = [...(name === number ? [] : [unbroken]), ...clientFacts(read.data)]
  return (
    <header className="sb-conv-head sb-desk-head">
      {onBack && (
        <Button
          variant="minimal"
          aria-label="Back to the list"
          icon={<ArrowLeft title={false} />}
          onClick={onBack}
        />
      )}
      <div className="sb-conv-who">
        <div className="sb-conv-name">
          <h2>{name}</h2>
        </div>
        <p className="sb-desk-facts">
          <AppLink className="sb-desk-salon" to={salonPath(opened.salonId)}>
            {read.data?.salonName ?? row?.salonName ?? 'Salon'}
          </AppLink>
          {facts.length > 0 && ' · '}
          {facts.join(' · ')}
        </p>
      </div>
      <Actions {...outcomes} />
    </header>
  )
}

function Actions({ canMark, mark, markWrong, setBooking, markWaiting }: Props['outcomes']) {
  if (markWaiting)
    return (
      <div className="sb-desk-actions">
        <Button size="small" icon={<Undo title={false} />} onClick={markWaiting}>
          Mark as waiting
        </Button>
      </div>
    )
  return (
    <div className="sb-desk-actions">
      <Button size="small" disabled={!canMark} endIcon={<Kbd keys="B" />} onClick={() => setBooking(true)}>
        {outcomeLabels.booked}
      </Button>
      <Button
        size="small"
        disabled={!canMark}
        endIcon={<Kbd keys="N" />}
        onClick={() => mark('not_interested')}
      >
        {outcomeLabels.not_interested}
      </Button>
      <Button size="small" disabled={!markWrong} endIcon={<Kbd keys="W" />} onClick={() => markWrong?.()}>
        {outcomeLabels.wrong_person}
      </Button>
    </div>
  )
}

/** What the salon's list says about the client. */
function clientFacts(conversation: SalonConversation | undefined): string[] {
  if (!conversation) return []
  const { client } = conversation
  if (!client) return ['Not on the list']
  return [
    client.lastVisit ? `Last visit ${longDate(client.lastVisit, 'UTC')}` : 'Last visit unknown',
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

const Offer = ({ offer: { version, text } }: { offer: { version: number; text: string } }) => (
  <p className="sb-desk-offer">
    <strong>Offer, version {version}:</strong> {text}
  </p>
)

function ReplyArea({
  opened,
  conversation,
  input,
  onEscape,
  onNext,
}: { conversation: SalonConversation | undefined } & Pick<
  Props,
  'opened' | 'input' | 'onEscape' | 'onNext'
>) {
  const { admin } = useSession()
  const reply = useSalonReply(opened, conversation)
  const { data: salon } = useRead('salons', 'get', { id: opened.salonId })
  const fields = {
    name: greetingName(conversation?.client?.firstName ?? null),
    link: salon?.bookingUrl ?? null,
  }
  const { draft } = reply
  useTakeWhileTyping(opened, draft.text)
  const messages = conversation?.messages ?? []
  const pending = latestPendingReview(messages)
  const bar = <DeskBar conversation={opened} group="Replies" pendingReview={pending !== undefined} />
  if (conversation?.optOut) {
    return (
      <footer className="sb-answer">
        {bar}
        <OptedOut optOut={conversation.optOut} />
      </footer>
    )
  }
  const answer = newColleagueReply(messages, draft.text ? draft.lastReadId : null, admin?.username)
  const seen = () => markRead(draftIdOf(opened), messages.at(-1)?.id ?? null)
  return (
    <footer className="sb-answer">
      {pending && <Decision opened={opened} messageId={pending.id} />}
      {answer && <ColleagueNotice answer={answer} onSeen={seen} />}
      {draft.failure && <FailureNotice failure={draft.failure} />}
      {bar}
      <ReplyBox
        saved={{ salonId: opened.salonId, fields }}
        reply={reply}
        input={input}
        onEscape={onEscape}
        onNext={onNext}
      />
    </footer>
  )
}

/** Replaces the reply box: an opt-out to any sender stops every text to this number. */
const OptedOut = ({ optOut: { since, wording } }: { optOut: { since: string; wording: string | null } }) => (
  <div className="sb-optout" role="note">
    <BanCircle size={16} className="sb-optout-icon" title={false} />
    <div>
      <p className="sb-optout-title">Opted out on {dateTime(since)}.</p>
      <p>
        {wording === null ? 'The opt-out did not come to this salon.' : `They texted “${wording}”.`} This
        number gets no more texts.
      </p>
    </div>
  </div>
)

/** A text may be an opt-out: staff decide. */
function Decision({ opened, messageId }: { opened: Opened; messageId: string }) {
  const { mutate, isPending } = useDecideReply(opened)
  const decide = (optOut: boolean) => () => mutate({ messageId, optOut })
  return (
    <UndecidedNote>
      <span className="sb-decide">
        <Button size="small" intent="danger" variant="outlined" disabled={isPending} onClick={decide(true)}>
          Opt out
        </Button>
        <Button size="small" disabled={isPending} onClick={decide(false)}>
          Not an opt-out
        </Button>
      </span>
    </UndecidedNote>
  )
}
