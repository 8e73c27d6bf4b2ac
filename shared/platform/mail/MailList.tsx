import './mail.css'
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { dateTime } from '../../formats.ts'
import { Badge } from '../../kit/Badge.tsx'
import { refresh, useAction, useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import type { Mail, MailState } from './contract.ts'
import { mailKinds } from './mailKinds.ts'

/** Mails that are shown before a press on "Show all". */
const FIRST = 5

/** The latest emails of a salon, or to staff, with their state. */
export function MailList({ salonId }: { salonId: string | null }) {
  const ofSalon = useRead('mail', 'ofSalon', { salonId: salonId ?? '' }, { enabled: salonId !== null })
  const ofStaff = useRead('mail', 'ofStaff', undefined, { enabled: salonId === null })
  const [all, setAll] = useState(false)
  return (
    <>
      <ServerTrouble />
      <Loaded
        read={salonId === null ? ofStaff : ofSalon}
        loading={{ text: 'Loading emails...', rows: 2 }}
        failed="Failed to load the emails"
      >
        {(mails) =>
          mails.length === 0 ? (
            <p className="sb-break sb-flush sb-muted">No emails yet.</p>
          ) : (
            <>
              <ul className="sb-mails" aria-label="Emails">
                {mails.slice(0, all ? undefined : FIRST).map((mail) => (
                  <MailItem key={mail.id} mail={mail} />
                ))}
              </ul>
              {!all && mails.length > FIRST && (
                <Button variant="minimal" className="sb-link" onClick={() => setAll(true)}>
                  {`Show all ${mails.length}`}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </>
  )
}

function ServerTrouble() {
  const server = useRead('mail', 'server').data
  if (!server?.trouble || !server.troubleSince) return null
  return (
    <p role="alert" className="sb-mail-problem sb-break">
      {`Emails wait since ${dateTime(server.troubleSince)}. ${server.trouble}.`}
    </p>
  )
}

const stateBadges: Record<MailState, { tone: 'green' | 'amber' | 'red' | 'grey'; label: string }> = {
  queued: { tone: 'amber', label: 'Waiting' },
  sending: { tone: 'amber', label: 'Sending' },
  sent: { tone: 'green', label: 'Sent' },
  failed: { tone: 'red', label: 'Not sent' },
  unknown: { tone: 'red', label: 'May have arrived' },
  canceled: { tone: 'grey', label: 'Canceled' },
}

function MailItem({ mail }: { mail: Mail }) {
  const { id, kind, to, subject, state, stateAt, problem } = mail
  const again = useAction({
    run: (api) => api.mail.sendAgain({ id }),
    done: () => toast.success('Sending again', subject),
    settled: (_, client) => refresh(client, ['mail', 'ofSalon'], ['mail', 'ofStaff']),
    failure: { title: 'Not sent', fallback: 'Failed to send the email again', showServerMessage: true },
  })
  const { tone, label } = stateBadges[state]
  return (
    <li>
      <p>{subject}</p>
      <Badge tone={tone}>{label}</Badge>
      <p className="sb-small sb-muted sb-mail-meta">
        {mailKinds[kind].label} to {to} · {dateTime(stateAt)}
      </p>
      {problem && <p className="sb-small sb-mail-problem sb-break">{problem}</p>}
      {(state === 'failed' || state === 'unknown') && (
        <MayCall call="mail.sendAgain">
          <WaitingButton
            busy={again.isPending}
            busyText="Sending..."
            aria-label={`Send again: ${subject}`}
            onClick={() => again.mutate(undefined)}
          >
            Send again
          </WaitingButton>
        </MayCall>
      )}
    </li>
  )
}
