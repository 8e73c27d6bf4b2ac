import { useCallback, useMemo, useRef } from 'react'
import { z } from 'zod'
import { useConsoleForm } from '../../kit/form.ts'
import { useLatest } from '../../kit/useLatest.ts'
import { ContactStatus } from './contactStatus.ts'
import type { Reply } from './useReply.ts'

/** `status` is a select; 'No Status Change' is the empty string. */
const schema = z.object({
  text: z.string().trim().min(1),
  withLink: z.boolean(),
  status: z.union([z.literal(''), ContactStatus]),
})
type Values = z.infer<typeof schema>

interface AfterSending {
  /** The carrier has accepted the text. */
  onSent?: (() => void) | undefined
  /** The same, after `sendThenNext`. */
  onNext?: (() => void) | undefined
}

export type ReplyFormState = ReturnType<typeof useReplyForm>['form']

/** The form of a reply. Its values and error live in the draft, which outlives the form. */
export function useReplyForm({ draft, edit, canSend, send }: Reply, after: AfterSending) {
  const { text, withLink, status } = draft
  const thenNext = useRef(false)
  // The list has changed when the carrier has accepted the text.
  const latest = useLatest(after)
  const values = useMemo((): Values => ({ text, withLink, status: status ?? '' }), [text, withLink, status])
  const onEdit = useCallback(
    (changed: Values) => {
      edit({ ...changed, status: changed.status === '' ? null : changed.status })
    },
    [edit],
  )
  const form = useConsoleForm({
    schema,
    values,
    onEdit,
    busy: draft.sending,
    failure: null,
    send: async () => {
      if (!canSend) return
      const sent = await send()
      const { onSent, onNext } = latest.current
      const then = thenNext.current ? onNext : onSent
      if (sent && then) then()
      else form.focus('text')
    },
  })
  const sendThenNext = () => {
    thenNext.current = true
    void form.submit().finally(() => {
      thenNext.current = false
    })
  }
  return { form, sendThenNext }
}
