import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { type Api, usePlatform } from '../../host/platform.ts'
import { useSession } from '../../host/session.ts'
import { useRead } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import { useLatest } from '../../kit/useLatest.ts'
import { HttpError } from '../../platform/http/request.ts'
import { landingLink, withLandingLink } from '../../sms/link.ts'
import { replyRefusal } from '../../sms/replyRefusal.ts'
import { MAX_TEXT_CHARACTERS, type Segments, segments } from '../../sms/segments.ts'
import type { ReplyFields } from '../savedReplies/rules.ts'
import type { Conversation, ConversationKey, ConversationMessage } from './conversation.ts'
import { newColleagueReply } from './conversationRules.ts'
import { refreshConversation, showContactStatus } from './data.ts'
import {
  beginSending,
  CONVERSATION_START,
  type Draft,
  draftIdOf,
  editDraft,
  endSending,
  failSending,
  markRead,
  useDraft,
} from './drafts.ts'

export interface Reply {
  conversation: ConversationKey
  draft: Draft
  edit(change: Partial<Pick<Draft, 'text' | 'withLink' | 'status'>>): void
  /** The text as it will be sent, including the link. */
  body: string
  count: Segments
  tooLong: boolean
  canSend: boolean
  /** Why this number cannot be answered, as a sentence; null when it can. */
  refusal: string | null
  /** Reply of a colleague that came while this one was written. */
  colleagueReply: ConversationMessage | null
  /** The author has read it. */
  markSeen(): void
  /** Sends once, however often it is called. Resolves to whether the carrier accepted it. */
  send(): Promise<boolean>
}

const none: never[] = []

/** Details of a conversation of the agency or a salon that a reply depends on. */
interface Answered {
  phoneNumber: string
  messages: ConversationMessage[]
  optOut: object | null
  prospectId?: string | null
}

/** Name and link for saved replies of the agency. */
export function useReplyFields(number: string, conversation: Conversation | undefined): ReplyFields {
  const publicUrl = useRead('settings', 'service').data?.publicUrl
  return {
    name: conversation?.businessName || null,
    link: publicUrl ? landingLink(publicUrl, number) : null,
  }
}

/** Sends a reply from the agency's number or that of the salon. */
function postReply(api: Api, { salonId, number }: ConversationKey, draft: Draft, idempotencyKey: string) {
  const reply = { phoneNumber: number, message: draft.text.trim() }
  if (salonId !== null) return api.replies.reply({ id: salonId, ...reply }, { idempotencyKey })
  const { withLink, status } = draft
  const options = { includeLandingPage: withLink, ...(status && { updateProspectStatus: status }) }
  return api.inbox.reply({ ...reply, ...options }, { idempotencyKey })
}

/** The reply in a conversation, undefined until it has loaded: its draft, the resulting text, and sending it. */
export function useReply(key: ConversationKey, conversation: Answered | undefined): Reply {
  const { api } = usePlatform()
  const client = useQueryClient()
  const { admin } = useSession()
  const draftId = draftIdOf(key)
  const draft = useDraft(draftId)
  const publicUrl = useRead('settings', 'service').data?.publicUrl ?? ''
  const body = replyBody(draft, publicUrl, key.number)
  const latest = useLatest({ key, prospectId: conversation?.prospectId })
  const count = useMemo(() => segments(body), [body])
  const tooLong = count.characters > MAX_TEXT_CHARACTERS
  const lastId = conversation ? (conversation.messages.at(-1)?.id ?? CONVERSATION_START) : null
  const blank = draft.text.trim() === ''
  const number = conversation?.phoneNumber
  const refusal = useMemo(() => (number === undefined ? null : replyRefusal(number)), [number])

  const edit = useCallback<Reply['edit']>((change) => editDraft(draftId, change, lastId), [draftId, lastId])

  const send = useCallback(async () => {
    const begun = tooLong ? null : beginSending(draftId, lastId)
    if (!begun) return false
    const { key, prospectId } = latest.current
    try {
      await postReply(api, key, begun.draft, begun.key)
    } catch (error) {
      const message = failureMessage(error)
      failSending(draftId, error, message)
      toast.failure('Error', `Failed to send reply SMS: ${message}`)
      return false
    } finally {
      refreshConversation(client, key)
    }
    endSending(draftId)
    if (begun.draft.status && prospectId) showContactStatus(client, prospectId, begun.draft.status)
    toast.success('Success', 'Reply SMS sent successfully')
    return true
  }, [latest, api, client, draftId, lastId, tooLong])

  // Writing began before the conversation had loaded: everything it loads with counts as read.
  useEffect(() => {
    if (draft.text !== '' && draft.lastReadId === null && lastId !== null) markRead(draftId, lastId)
  }, [draft.text, draft.lastReadId, draftId, lastId])

  // The response was lost, but the conversation shows the text: it was sent, so the draft is cleared.
  const sentId = draft.failure?.uncertain ? findSentReply(conversation?.messages, draft, body) : null
  useEffect(() => {
    if (!sentId) return
    endSending(draftId)
    toast.success('Success', 'Reply SMS sent successfully')
  }, [sentId, draftId])

  const canSend = !blank && !tooLong && !draft.sending && !conversation?.optOut && refusal === null
  const messages = conversation?.messages ?? none
  const colleagueReply = newColleagueReply(messages, draft.text ? draft.lastReadId : null, admin?.username)
  const markSeen = () => markRead(draftId, messages.at(-1)?.id ?? null)
  // A link may lack the plus of the number.
  const stored = { ...key, number: conversation?.phoneNumber ?? key.number }
  const written = { conversation: stored, draft, body, count, tooLong, refusal, colleagueReply }
  return { ...written, edit, canSend, markSeen, send }
}

/** Id of the text of an uncertain attempt, once the conversation shows it as sent. */
function findSentReply(
  messages: ConversationMessage[] | undefined,
  draft: Draft,
  body: string,
): string | null {
  const { attempt } = draft
  if (!messages || !attempt) return null
  const start = attempt.after === null ? 0 : messages.findIndex(({ id }) => id === attempt.after) + 1
  const text = messages
    .slice(start)
    .find(
      (one) =>
        one.kind === 'reply' && one.body === body && (one.status === 'sent' || one.status === 'delivered'),
    )
  return text?.id ?? null
}

/** The text that is sent for a draft, with the landing page link on its own line when ticked. */
function replyBody(draft: Pick<Draft, 'text' | 'withLink'>, publicUrl: string, number: string): string {
  const text = draft.text.trim()
  return draft.withLink ? withLandingLink(text, landingLink(publicUrl, number)) : text
}

function failureMessage(error: unknown): string {
  if (error instanceof HttpError) return error.serverMessage ?? error.message
  return error instanceof Error && error.message ? error.message : 'Unknown error'
}
