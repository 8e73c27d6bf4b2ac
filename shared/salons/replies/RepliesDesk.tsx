import '../../core/inbox/conversation.css'
import '../../core/inbox/messages.css'
import '../../core/inbox/reply.css'
import './salonReplies.css'
import { Chat } from '@blueprintjs/icons'
import { useMemo, useRef, useState } from 'react'
import { OnlyTexts, type ReplyOutcome } from '../../core/inbox/conversation.ts'
import { latestPendingReview, unprocessedTexts } from '../../core/inbox/conversationRules.ts'
import { useDecideOptOut } from '../../core/inbox/data.ts'
import { useDeskTimer } from '../../core/inbox/deskData.ts'
import {
  SelectionBar,
  SelectionContext,
  useSelection,
  useSelectionKeys,
} from '../../core/inbox/selection.tsx'
import { screenOf } from '../../host/addresses.ts'
import { usePlatform } from '../../host/platform.ts'
import { useRoute } from '../../host/routes.ts'
import { useRead } from '../../kit/data.ts'
import { Empty } from '../../kit/states.tsx'
import { useDebouncedValue } from '../../kit/useDebouncedValue.ts'
import { undoKey, useKeys } from '../../kit/useKeys.ts'
import { useNarrow } from '../../kit/useMedia.ts'
import { replyRefusal } from '../../sms/replyRefusal.ts'
import { firstNameOf } from '../salons/rules.ts'
import { type Booked, BookedDialog } from './BookedDialog.tsx'
import { BookingContext } from './BookingContext.tsx'
import type { SalonConversation, SalonReply } from './contract.ts'
import {
  type Opened,
  type RepliesFilter,
  useAskOwner,
  usePassOn,
  useReplies,
  useSalonConversation,
} from './data.ts'
import { nameOf, RepliesList } from './RepliesList.tsx'
import { SalonConversationPanel } from './SalonConversationPanel.tsx'
import { stillTexted } from './stillTexted.ts'
import { useMark } from './useMark.ts'

const none: never[] = []

const conversationOf = ({ phone, salonId }: SalonReply) => ({ number: phone, salonId })

/** The texts that all salons received, and the open conversation. On a narrow screen one of them. */
export function RepliesDesk() {
  const narrow = useNarrow()
  useDeskTimer()
  const { opened, textId, filter, setFilter, show, reopen, back } = useDeskView()
  const search = useDebouncedValue(filter.search, TYPING_MS)
  const read = useReplies({ ...filter, search })
  const rows = read.data ?? none
  const at = useRowIndex(rows, textId)
  const input = useRef<HTMLTextAreaElement>(null)
  const move = (by: 1 | -1) => {
    const next = rows[at.next(by)]
    if (!next) return
    show(next, opened !== null)
    document.querySelector<HTMLElement>(`[data-row="${next.id}"]`)?.focus()
  }
  const openNext = () => {
    const other = rows.find(
      ({ salonId, phone, processed }) =>
        !processed && (salonId !== opened?.salonId || phone !== opened.number),
    )
    if (!other) return
    show(other, opened !== null)
    requestAnimationFrame(() => input.current?.focus())
  }
  const group = 'Replies'
  const selection = useSelection(useMemo(() => rows.map(conversationOf), [rows]))
  const current = rows[at.index]
  useSelectionKeys(selection, {
    group,
    current: current && conversationOf(current),
    neighbor: (by) => {
      const next = rows[at.next(by)]
      return next && conversationOf(next)
    },
    move,
  })
  useKeys([
    { combo: 'j', group, label: 'Next text', run: () => move(1) },
    { combo: 'k', group, label: 'Previous text', run: () => move(-1) },
    undoKey(group),
    {
      combo: 'esc',
      group,
      label: 'Back to the list',
      disabled: !opened && selection.chosen.length === 0,
      run: selection.chosen.length > 0 ? selection.clear : back,
    },
  ])
  return (
    <div className="sb-sms sb-tight">
      {!(narrow && opened) && (
        <SelectionContext value={selection}>
          <RepliesList
            bar={<SelectionBar {...selection} />}
            read={read}
            more={read.more}
            filter={filter}
            onFilter={setFilter}
            selectedId={textId}
            onOpen={(row) => show(row, opened !== null)}
          />
        </SelectionContext>
      )}
      {opened && (
        <OpenConversation
          key={`${opened.salonId} ${opened.number}`}
          opened={opened}
          row={rows[at.index]}
          input={input}
          onBack={narrow ? back : undefined}
          onDone={() => move(1)}
          onUndo={() => reopen(opened, textId)}
          onNext={openNext}
          onEscape={() => input.current?.blur()}
        />
      )}
      {!opened && !narrow && (
        <section className="sb-conv sb-column" tabIndex={-1} aria-label="Conversation">
          <Empty
            icon={<Chat size={32} title={false} />}
            title="No conversation open"
            hint="Choose a text, or press J to open the one waiting longest."
          />
        </section>
      )}
    </div>
  )
}

/** Delay between the last typed letter and the search request, ms. */
const TYPING_MS = 150

/** The address of the desk: which texts, and the open conversation. `of` is its salon, `salon` filters the list. */
function useDeskView() {
  const { route } = usePlatform()
  const { params, set, close } = useRoute<'replies'>()
  const [salon, number] = [params.get('salon'), params.get('number')]
  const salonId = params.get('of') ?? salon
  const filter: RepliesFilter = {
    state: params.get('state') === 'all' ? 'all' : 'waiting',
    salon: salon ?? undefined,
    search: params.get('search') ?? undefined,
    only: OnlyTexts.options.find((one) => one === params.get('only')),
  }
  return {
    opened: salonId && number ? { salonId, number } : null,
    textId: params.get('text'),
    filter,
    setFilter: ({ state, ...others }: RepliesFilter) =>
      set(
        {
          ...others,
          state: state === 'all' ? state : undefined,
          // Of links that name the salon of a conversation only.
          of: number ? (salonId ?? undefined) : undefined,
        },
        { replace: true },
      ),
    show: ({ id, salonId: of, phone }: SalonReply, replace: boolean) =>
      set({ of, number: phone, text: id }, { replace }),
    /** Shows a conversation again, if the desk is still on screen. */
    reopen: ({ salonId: of, number }: Opened, text: string | null) => {
      if (screenOf(route.get()).name === 'replies')
        set({ of, number, text: text ?? undefined }, { replace: true })
    },
    back: () => close('of', 'number', 'text'),
  }
}

/** Index of the open text. When it leaves the list, `j` and `k` move from its last position. */
function useRowIndex(rows: SalonReply[], textId: string | null) {
  const index = rows.findIndex(({ id }) => id === textId)
  const [last, setLast] = useState(-1)
  if (index >= 0 && index !== last) setLast(index)
  return {
    index,
    next: (by: 1 | -1) => {
      if (index >= 0) return index + by
      if (textId === null || last < 0) return 0
      return by === 1 ? Math.min(last, rows.length - 1) : last - 1
    },
  }
}

interface OpenProps {
  opened: Opened
  row: SalonReply | undefined
  input: React.RefObject<HTMLTextAreaElement | null>
  onBack: (() => void) | undefined
  onDone: () => void
  /** The conversation waits again. */
  onUndo: () => void
  onNext: () => void
  onEscape: () => void
}

type Outcomes = Pick<OpenProps, 'onDone' | 'onUndo'> & { owner: string; name: string }

/** What staff can do with the texts of the open conversation. `dialog`: asks about a booking, or about one taken back. */
function useOutcomes(
  opened: Opened,
  data: SalonConversation | undefined,
  { owner, name, onDone, onUndo }: Outcomes,
) {
  const messages = data?.messages ?? none
  const marking = useMark(opened, { owner, client: name, onDone, onUndo })
  const asking = useAskOwner(opened, owner)
  const passing = usePassOn(opened, { onDone, onUndo })
  const decide = useDecideOptOut(opened)
  const [dialog, setDialog] = useState<'booking' | 'takenBack' | null>(null)
  const waiting = unprocessedTexts(messages).map(({ id }) => id)
  const last = messages.findLast(({ direction, pendingReview }) => direction === 'inbound' && !pendingReview)
  // An answered conversation can still be marked once.
  const messageId = waiting.at(-1) ?? (last?.outcome ? undefined : last?.id)
  const pendingId = latestPendingReview(messages)?.id
  const save = (
    messageId: string,
    outcome: ReplyOutcome,
    more: Partial<Booked> & { effect?: string } = {},
  ) => {
    const done = pendingId === messageId ? [...waiting, messageId] : waiting
    marking.save(messageId, outcome, { ...more, waiting: done })
  }
  const mark = (outcome: ReplyOutcome, booked?: Partial<Booked>) => {
    if (messageId) save(messageId, outcome, booked)
  }
  // Decides a possible opt-out as well, in one step.
  const wrongId = pendingId ?? messageId
  const answer = data?.ownerAnswer
  const takeBack = last?.outcome && waiting.length === 0 ? last : null
  const isTold = takeBack?.outcome === 'booked' && data?.booking?.texted
  return {
    canMark: messageId !== undefined,
    mark,
    markWrong:
      wrongId === undefined
        ? null
        : () => save(wrongId, 'wrong_person', data && { effect: stillTexted(data) }),
    /** Takes the outcome back; null without one. Asks first if the client has a text about the booking. */
    markWaiting: takeBack ? () => (isTold ? setDialog('takenBack') : marking.takeBack(takeBack.id)) : null,
    dialog: dialog === 'booking' && messageId === undefined ? null : dialog,
    setDialog,
    setBooking: (isOpen: boolean) => setDialog(isOpen ? 'booking' : null),
    saveDialog: (what: 'booked' | 'canceled', booked: Partial<Booked>) => {
      setDialog(null)
      if (dialog === 'booking') mark(what, booked)
      else if (takeBack) marking.takeBack(takeBack.id, booked)
    },
    /** Asks the owner about the last text; null without one, and while it may be an opt-out. */
    ask: last && !pendingId ? () => asking.mutate(last.id) : null,
    asking: asking.isPending,
    passOn: answer && !pendingId && !data.optOut && !passing.isPending ? () => passing.mutate(answer) : null,
    /** Decides that the last text is an opt-out, and moves on; null unless it may be one. */
    optOut:
      pendingId && !decide.isPending
        ? () => {
            onDone()
            decide.mutate({ id: pendingId, optOut: true })
          }
        : null,
  }
}

/** The open conversation with its keys. */
function OpenConversation({ opened, row, input, onBack, onDone, onUndo, onNext, onEscape }: OpenProps) {
  const read = useSalonConversation(opened)
  const { data: salon } = useRead('salons', 'get', { id: opened.salonId })
  const owner = salon ? firstNameOf(salon.ownerName) : 'the owner'
  const { data } = read
  const name = nameOf({ firstName: data?.client?.firstName ?? null, phone: opened.number })
  const outcomes = useOutcomes(opened, data, { owner, name, onDone, onUndo })
  const { mark, markWrong, setBooking, ask, passOn, optOut } = outcomes
  const withoutTyping = (run: () => void) => (event: KeyboardEvent) => {
    event.preventDefault()
    run()
  }
  const group = 'Replies'
  const disabled = !outcomes.canMark
  useKeys([
    { combo: 'r', group, label: 'Reply', run: withoutTyping(() => input.current?.focus()) },
    { combo: 'b', group, label: 'Booked', disabled, run: withoutTyping(() => setBooking(true)) },
    { combo: 'n', group, label: 'Not interested', disabled, run: () => mark('not_interested') },
    { combo: 'o', group, label: 'Ask the salon', disabled: !ask || outcomes.asking, run: () => ask?.() },
    { combo: 'p', group, label: 'Pass the answer on', disabled: !passOn, run: () => passOn?.() },
    { combo: 's', group, label: 'Opt out', disabled: !optOut, run: () => optOut?.() },
    { combo: 'w', group, label: 'Wrong person', disabled: !markWrong, run: () => markWrong?.() },
  ])
  return (
    <>
      <SalonConversationPanel
        opened={opened}
        row={row}
        read={read}
        input={input}
        outcomes={outcomes}
        onBack={onBack}
        onEscape={onEscape}
        onNext={onNext}
      />
      {outcomes.dialog && salon && data && (
        <BookedDialog
          name={name}
          salon={salon}
          owner={owner}
          booking={data.booking}
          refusal={data.optOut ? 'the number opted out.' : replyRefusal(opened.number)}
          isTakenBack={outcomes.dialog === 'takenBack'}
          context={<BookingContext conversation={data} name={name} />}
          onBooked={outcomes.saveDialog}
          onClose={() => outcomes.setDialog(null)}
        />
      )}
    </>
  )
}
