import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { useConsoleForm } from '../../kit/form.ts'
import { ContactStatus } from './contactStatus.ts'
import type { Reply } from './useReply.ts'

/** `status` is a select; 'No Status Change' is the empty string. */
const schema = z.object({
  text: z.string().trim().min(1),
  withLink: z.boolean(),
  status: z.union([z.literal(''), ContactStatus]),
})
type Values = z.infer<typeof schema>

/**
 * The form of a reply. Its values are the draft's, which the box and the dialog share; so is a failure. `onSettled` is
 * called with whether the carrier accepted the text.
 */
export function useReplyForm({ draft, edit, canSend, send }: Reply, onSettled: (sent: boolean) => void) {
  const { text, withLink, status } = draft
  const values = useMemo((): Values => ({ text, withLink, status: status ?? '' }), [text, withLink, status])
  const onEdit = useCallback(
    (changed: Values) => {
      edit({ ...changed, status: changed.status === '' ? null : changed.status })
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
