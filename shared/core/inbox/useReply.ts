import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { usePlatform } from '../../host/platform.ts'
import { useRead } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import { useLatest } from '../../kit/useLatest.ts'
import { HttpError } from '../../platform/http/request.ts'
import { landingLink, withLandingLink } from '../../sms/link.ts'
import { replyRefusal } from '../../sms/replyRefusal.ts'
import { MAX_TEXT_CHARACTERS, type Segments, segments } from '../../sms/segments.ts'
import type { Conversation, ConversationMessage } from './contract.ts'
import { refreshConversation, showContactStatus } from './data.ts'
import {
  beginSending,
  CONVERSATION_START,
  type Draft,
  editDraft,
  emptyDraft,
  endSending,
  failSending,
  markRead,
  useDrafts,
} from './drafts.ts'

export interface Reply {
  draft: Draft
  edit(change: Partial<Pick<Draft, 'text' | 'withLink' | 'status'>>): void
  /** The text as it will be sent, including the link. */
  body: string
  count: Segments
  tooLong: boolean
  canSend: boolean
  /** Why this number cannot be answered, as a sentence; null when it can. */
  refusal: string | null
  /** Sends once, however often it is called. Resolves to whether the carrier accepted it. */
  send(): Promise<boolean>
}

/** The reply of the agency to a number: its draft, the resulting text, and sending it. */
export function useReply(number: string, conversation: Conversation | undefined): Reply {
  const { api } = usePlatform()
  const client = useQueryClient()
  const draft = useDraft(number)
  const service = useRead('settings', 'service')
  const body = replyBody(draft, service.data?.publicUrl ?? '', number)
  return useSending({
    draftId: number,
    draft,
    body,
    conversation,
    post: (sent, idempotencyKey) =>
      api.messages.reply(
        {
          phoneNumber: number,
          message: sent.text.trim(),
          includeLandingPage: sent.withLink,
          ...(sent.status && { updateProspectStatus: sent.status }),
        },
        { idempotencyKey },
      ),
    onAnswer: () => refreshConversation(client, number),
    onSent: ({ status }) => {
      const prospectId = conversation?.prospectId
      if (status && prospectId) showContactStatus(client, prospectId, status)
    },
  })
}

export const useDraft = (draftId: string) => useDrafts(({ drafts }) => drafts[draftId] ?? emptyDraft)

interface Sending {
  /** Key of the draft: the number, or salon and number. */
  draftId: string
  draft: Draft
  body: string
  /** Undefined until it has loaded. */
  conversation: { phoneNumber: string; messages: ConversationMessage[]; optOut: object | null } | undefined
  post: (sent: Draft, idempotencyKey: string) => Promise<unknown>
  /** The server answered, or failed to. */
  onAnswer: () => void
  onSent?: (sent: Draft) => void
}

/** Edits and sends a draft. */
export function useSending(sending: Sending): Reply {
  const { draftId, draft, body, conversation } = sending
  const latest = useLatest(sending)
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
    const { post, onAnswer, onSent } = latest.current
    try {
      await post(begun.draft, begun.key)
    } catch (error) {
      const message = failureMessage(error)
      failSending(draftId, error, message)
      toast.failure('Error', `Failed to send reply SMS: ${message}`)
      return false
    } finally {
      onAnswer()
    }
    endSending(draftId)
    onSent?.(begun.draft)
    toast.success('Success', 'Reply SMS sent successfully')
    return true
  }, [latest, draftId, lastId, tooLong])

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
  return { draft, edit, body, count, tooLong, canSend, refusal, send }
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
