import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { draftStorage, onReset, onSessionBegan } from '../host/reset.ts'
import { HttpError } from '../http/request.ts'
import type { ContactStatus } from '../prospects/contract.ts'

/** A reply being written to one number. There is one per number, shared by the conversation and the dialog. */
export interface Draft {
  text: string
  withLink: boolean
  /** Status to set when it is sent; null for no change. */
  status: ContactStatus | null
  /**
   * The last text of the conversation when the writing began, START when there was none; what came after it is
   * news to the writer. Null until the conversation is known.
   */
  since: string | null
  /** Kept until the carrier took the text, so that trying again cannot send it twice. */
  attempt: Attempt | null
  sending: boolean
  failure: Failure | null
}

export interface Attempt {
  /** Its Idempotency-Key. */
  key: string
  content: string
  /** The last text of the conversation when it began; this one can only stand after it. */
  after: string | null
}

export interface Failure {
  words: string
  /** True when nobody answered: the text may have been sent. The same attempt is then repeated, never a new one. */
  uncertain: boolean
}

/** Instead of a text's id: the beginning of a conversation that has no text yet. */
export const START = ''

export const emptyDraft: Draft = {
  text: '',
  withLink: false,
  status: null,
  since: null,
  attempt: null,
  sending: false,
  failure: null,
}

interface Drafts {
  drafts: Record<string, Draft>
}

/** Kept over a reload of this browser tab. What was on its way then is uncertain, and says so. */
export const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ drafts: {} }), {
    name: 'drafts',
    storage: createJSONStorage(() => draftStorage),
    merge: (kept) => ({ drafts: revived((kept as Drafts | undefined)?.drafts ?? {}) }),
  }),
)

// While nobody was signed in nothing was kept.
onSessionBegan(() => useDrafts.setState({}))

function revived(drafts: Drafts['drafts']) {
  const cut = { words: 'The page was reloaded while this was being sent.', uncertain: true }
  const entries = Object.entries(drafts).map(([number, draft]) => [
    number,
    draft.sending ? { ...draft, sending: false, failure: cut } : draft,
  ])
  return Object.fromEntries(entries) as Drafts['drafts']
}

export const getDraft = (number: string): Draft => useDrafts.getState().drafts[number] ?? emptyDraft

function put(number: string, draft: Draft) {
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [number]: draft } }))
}

/** Changes a draft while it is written. `since` is the newest text the writer can see; it counts for the first letter only. */
export function editDraft(
  number: string,
  change: Partial<Pick<Draft, 'text' | 'withLink' | 'status'>>,
  since: string | null,
) {
  const draft = getDraft(number)
  if (draft.sending) return
  const begins = draft.text === '' && change.text !== undefined && change.text !== ''
  put(number, { ...draft, ...change, failure: null, since: begins ? since : draft.since })
}

/** The writer has read what came in meanwhile. */
export function markRead(number: string, since: string | null) {
  put(number, { ...getDraft(number), since })
}

const contentOf = (draft: Draft) => JSON.stringify([draft.text.trim(), draft.withLink, draft.status])

/**
 * Starts sending, or returns null when there is nothing to send or it is already on its way: whatever calls
 * this twice in a row sends once. The key stays the same for the same words until there is a definite answer.
 */
export function beginSending(number: string, after: string | null): { key: string; draft: Draft } | null {
  const draft = getDraft(number)
  if (draft.sending || draft.text.trim() === '') return null
  const content = contentOf(draft)
  const attempt =
    draft.attempt?.content === content ? draft.attempt : { key: crypto.randomUUID(), content, after }
  const sending = { ...draft, attempt, sending: true, failure: null }
  put(number, sending)
  return { key: attempt.key, draft: sending }
}

/** The carrier has it: text, tick and status are empty again. */
export function endSending(number: string) {
  useDrafts.setState(({ drafts }) => {
    const { [number]: _sent, ...rest } = drafts
    return { drafts: rest }
  })
}

/**
 * It did not work; what was typed stays. A refusal that was answered ends the attempt, so the next one is
 * new. No answer, or a server that broke while answering, ends nothing: the key is kept.
 */
export function failSending(number: string, error: unknown, words: string) {
  const draft = getDraft(number)
  const uncertain =
    !(error instanceof HttpError) ||
    [500, 503, 504].includes(error.status) ||
    error.fields.status === 'unknown'
  const refused = error instanceof HttpError && !uncertain && error.status !== 401 && error.status !== 429
  put(number, {
    ...draft,
    sending: false,
    attempt: refused ? null : draft.attempt,
    failure: { words, uncertain },
  })
}

onReset(clearDrafts)

/** After a log-out nothing of what was written stays behind. */
export function clearDrafts() {
  useDrafts.setState({ drafts: {} })
}
