import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { draftStorage, onReset, onSessionBegan } from '../../host/reset.ts'
import { HttpError } from '../../platform/http/request.ts'
import type { ContactStatus } from './contactStatus.ts'
import type { ConversationKey } from './conversation.ts'

/** An unsent reply. One per conversation, shared by the box below it and the dialog. */
export interface Draft {
  text: string
  withLink: boolean
  /** Status to set when it is sent; null for no change. */
  status: ContactStatus | null
  /**
   * Id of the last text when writing began, CONVERSATION_START when there was none. Later texts are unread by the author.
   * Null until the conversation has loaded.
   */
  lastReadId: string | null
  /** Kept until the carrier has accepted the text, so that a retry cannot send it twice. */
  attempt: Attempt | null
  sending: boolean
  failure: Failure | null
}

export interface Attempt {
  /** Idempotency-Key */
  key: string
  content: string
  /** Id of the last text when the attempt began; the sent text can only come after it. */
  after: string | null
}

export interface Failure {
  message: string
  /** No definite answer: the text may have been sent, so a retry repeats the same attempt. */
  uncertain: boolean
}

/** Stands for a text id in a conversation without texts. */
export const CONVERSATION_START = ''

const emptyDraft: Draft = {
  text: '',
  withLink: false,
  status: null,
  lastReadId: null,
  attempt: null,
  sending: false,
  failure: null,
}

interface Drafts {
  drafts: Record<string, Draft>
}

/** Survives a reload of the browser tab. A reply that was being sent is marked as uncertain. */
export const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ drafts: {} }), {
    name: 'drafts',
    storage: createJSONStorage(() => draftStorage),
    merge: (kept) => ({ drafts: restoreDrafts((kept as Drafts | undefined)?.drafts ?? {}) }),
  }),
)

// Writes the drafts in memory to storage, which was closed without a session.
onSessionBegan(() => useDrafts.setState({}))

function restoreDrafts(drafts: Drafts['drafts']) {
  const interrupted = { message: 'The page was reloaded while this was being sent.', uncertain: true }
  const entries = Object.entries(drafts).map(([number, draft]) => [
    number,
    draft.sending ? { ...draft, sending: false, failure: interrupted } : draft,
  ])
  return Object.fromEntries(entries) as Drafts['drafts']
}

/** Key of a conversation's draft: the agency and a salon may write to the same number. */
export const draftIdOf = ({ salonId, number }: ConversationKey) =>
  salonId === null ? number : `${salonId} ${number}`

export const useDraft = (id: string) => useDrafts(({ drafts }) => drafts[id] ?? emptyDraft)

export const getDraft = (number: string): Draft => useDrafts.getState().drafts[number] ?? emptyDraft

function setDraft(number: string, draft: Draft) {
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [number]: draft } }))
}

/** Changes a draft. `lastReadId` is the newest visible text; it is stored with the first letter only. */
export function editDraft(
  number: string,
  change: Partial<Pick<Draft, 'text' | 'withLink' | 'status'>>,
  lastReadId: string | null,
) {
  const draft = getDraft(number)
  if (draft.sending) return
  const begins = draft.text === '' && change.text !== undefined && change.text !== ''
  setDraft(number, { ...draft, ...change, failure: null, lastReadId: begins ? lastReadId : draft.lastReadId })
}

/** The author has read the texts up to this one. */
export function markRead(number: string, lastReadId: string | null) {
  setDraft(number, { ...getDraft(number), lastReadId })
}

const attemptContent = (draft: Draft) => JSON.stringify([draft.text.trim(), draft.withLink, draft.status])

/**
 * Starts sending; null when the draft is blank or already being sent, so that two calls send once. The same content
 * keeps its key until there is a definite answer.
 */
export function beginSending(number: string, after: string | null): { key: string; draft: Draft } | null {
  const draft = getDraft(number)
  if (draft.sending || draft.text.trim() === '') return null
  const content = attemptContent(draft)
  const attempt =
    draft.attempt?.content === content ? draft.attempt : { key: crypto.randomUUID(), content, after }
  const sending = { ...draft, attempt, sending: true, failure: null }
  setDraft(number, sending)
  return { key: attempt.key, draft: sending }
}

/** The carrier has accepted the text: the draft is empty again. */
export function endSending(number: string) {
  useDrafts.setState(({ drafts }) => {
    const { [number]: _sent, ...rest } = drafts
    return { drafts: rest }
  })
}

/**
 * Sending failed; the draft stays. A definite rejection ends the attempt, so the next try has a new key. Without a definite
 * answer (no response, 500, 503, 504, status unknown) the key is kept.
 */
export function failSending(number: string, error: unknown, message: string) {
  const draft = getDraft(number)
  const uncertain =
    !(error instanceof HttpError) ||
    [500, 503, 504].includes(error.status) ||
    error.fields.status === 'unknown'
  const rejected = error instanceof HttpError && !uncertain && error.status !== 401 && error.status !== 429
  setDraft(number, {
    ...draft,
    sending: false,
    attempt: rejected ? null : draft.attempt,
    failure: { message, uncertain },
  })
}

onReset(() => useDrafts.setState({ drafts: {} }))
