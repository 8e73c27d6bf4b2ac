import { Button, Dialog } from '@blueprintjs/core'
import { z } from 'zod'
import { plural } from '../../formats.ts'
import { DialogForm, InputField } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import type { ConversationKey } from './conversation.ts'
import { useSnooze } from './deskData.ts'
import { morningOf, nextMonday, shortDate, tomorrow } from './deskRules.ts'

const WRONG = 'Please choose a day within the next year'
const schema = z.object({
  day: z.string().refine((day) => morningOf(day, new Date()) !== null, WRONG),
})

interface Props {
  conversations: ConversationKey[]
  onClose: () => void
  /** After the choice. */
  onDone?: () => void
}

/** Asks when conversations come back to Needs Review. */
export function LaterDialog({ conversations, onClose, onDone }: Props) {
  const snooze = useSnooze()
  const choose = (until: Date) => {
    snooze.mutate({ conversations, until })
    onDone?.()
    onClose()
  }
  const form = useConsoleForm({
    schema,
    values: { day: '' },
    send: async ({ day }) => {
      const until = morningOf(day, new Date())
      if (until) choose(until)
    },
    failure: { title: 'Error', message: () => WRONG },
  })
  const now = new Date()
  const days = { Tomorrow: tomorrow(now), Monday: nextMonday(now) }
  return (
    <Dialog
      isOpen
      title={conversations.length > 1 ? `Later: ${plural(conversations.length, 'conversation')}` : 'Later'}
      onClose={onClose}
      autoFocus={false}
      className="sb-later"
    >
      <DialogForm form={form} action="Choose this day" busyText="Saving..." back="Cancel" onBack={onClose}>
        <p>Out of Needs Review until 9:00 AM on that day, or until they text again.</p>
        <p className="sb-buttons">
          {Object.entries(days).map(([label, day], index) => (
            <Button key={label} autoFocus={index === 0} onClick={() => choose(day)}>
              {label} <span className="sb-muted">{shortDate(day)}</span>
            </Button>
          ))}
        </p>
        <InputField form={form} name="day" label="Or pick a date" type="date" />
      </DialogForm>
    </Dialog>
  )
}
