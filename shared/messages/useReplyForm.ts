import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { useConsoleForm } from '../kit/form.ts'
import { ContactStatus } from '../prospects/contract.ts'
import type { Reply } from './useReply.ts'

/** The status is a select, whose 'No Status Change' is the empty text. */
const schema = z.object({
  text: z.string().trim().min(1),
  withLink: z.boolean(),
  status: z.union([z.literal(''), ContactStatus]),
})
type Words = z.infer<typeof schema>

/**
 * The form of a reply. Its words are the draft's, which box and dialog share; a failure is told beside the draft, so
 * that it outlives either. `onSettled` hears whether the carrier took the text.
 */
export function useReplyForm({ draft, edit, canSend, send }: Reply, onSettled: (sent: boolean) => void) {
  const { text, withLink, status } = draft
  const values = useMemo((): Words => ({ text, withLink, status: status ?? '' }), [text, withLink, status])
  const onEdit = useCallback(
    (words: Words) => {
      // Without a select, as in the box, its value is the one that was set.
      edit({ ...words, status: words.status === '' ? null : words.status })
    },
    [edit],
  )
  return useConsoleForm({
    schema,
    values,
    onEdit,
    busy: draft.sending,
    failure: null,
    send: async () => {
      if (canSend) onSettled(await send())
    },
  })
}
