import { WarningSign } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dateTime, plural, timeOfDay } from '../formats.ts'
import { refresh, useAction, useRead } from '../kit/data.ts'
import { toast } from '../kit/toasts.ts'
import { WaitingButton } from '../kit/WaitingButton.tsx'
import type { RestoreState, ServiceState, StoppedSender } from '../settings/contract.ts'
import { formatPhone } from '../sms/phone.ts'

/** Poll interval while the service reconciles with the carrier after a restore; no event reports its progress. */
const POLL_MS = 3000

/** Strips below the bar: sending is stopped, a restore is being reconciled, or a backup failed. */
export function ServiceStrips() {
  const { data } = useRead('settings', 'service')
  if (!data) return null
  return (
    <>
      {data.restored && <Restored {...data.restored} />}
      {data.sendingStopped && !data.restored && data.sender !== '' && (
        <div className="sb-strip" data-tone="red" role="status">
          <WarningSign size={16} title={false} />
          <span>Texts wait. When the cause is mended, let them go again.</span>
          <ResumeButton />
        </div>
      )}
      {data.stoppedSenders.length > 0 && (
        <div className="sb-strip" data-tone="red" role="status">
          <WarningSign size={16} title={false} />
          <span>{stoppedText(data.stoppedSenders)}</span>
          {data.sendingStopped === null && <ResumeButton />}
        </div>
      )}
      {data.backupFailed && (
        <div className="sb-strip" data-tone="red" role="status">
          <WarningSign size={16} title={false} />
          <span>{data.backupFailed}</span>
        </div>
      )}
    </>
  )
}

/** Names the senders whose texts wait, with the reason of each. */
const stoppedText = (senders: StoppedSender[]) =>
  senders.map(({ address, reason }) => `Texts from ${formatPhone(address)} wait: ${reason}.`).join(' ')

function Restored(state: RestoreState) {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => void refresh(client, ['settings', 'service']), POLL_MS)
    return () => clearInterval(timer)
  }, [client])
  return (
    <div className="sb-strip" data-tone="red" role="status">
      <WarningSign size={16} title={false} />
      <span>
        Restored from the backup of {dateTime(state.takenAt)}.{' '}
        {state.ready ? reconciledText(state) : reconcilingText(state)}
      </span>
      {state.ready && <ResumeButton />}
    </div>
  )
}

/** The result of reconciling with the carrier after a restore. */
function reconciledText({ asked, sent, unknown }: RestoreState): string {
  const open = unknown > 0 ? ` Nobody can tell about ${unknown}: see Needs Review.` : ''
  if (asked === 0) return 'No text was waiting then.'
  return `The carrier was asked about ${plural(asked, 'text')}: ${sent} had been sent since, and will not be again.${open}`
}

function reconcilingText({ asksAt, asked, left, trouble }: RestoreState): string {
  if (trouble)
    return `${trouble}, so nobody knows what was sent since. It is asked again, and nothing is sent before.`
  if (asked === 0) {
    return `Nothing is sent before the carrier was asked what was sent since; it is asked at ${timeOfDay(asksAt)}.`
  }
  return `Nothing is sent before the carrier was asked what was sent since: ${plural(left, 'text')} to ask about.`
}

function ResumeButton() {
  const client = useQueryClient()
  const resume = useAction<void, ServiceState>({
    run: (api) => api.settings.resumeSending(),
    done: () => toast.success('Sending resumed', 'Texts that waited go out now.'),
    settled: () => void refresh(client, ['settings', 'service']),
    failure: { title: 'Error', fallback: 'Failed to resume sending', showServerMessage: true },
  })
  return (
    <WaitingButton
      size="small"
      busy={resume.isPending}
      busyText="Resuming..."
      onClick={() => resume.mutate()}
    >
      Resume sending
    </WaitingButton>
  )
}
