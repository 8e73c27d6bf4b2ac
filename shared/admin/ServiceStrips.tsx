import { WarningSign } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RestoreState, ServiceState, StoppedSender } from '../core/settings/contract.ts'
import { dateTime, plural, timeOfDay } from '../formats.ts'
import { refresh, useAction, useRead } from '../kit/data.ts'
import { MayCall } from '../kit/MayCall.tsx'
import { toast } from '../kit/toasts.ts'
import { WaitingButton } from '../kit/WaitingButton.tsx'
import { formatPhone } from '../sms/phone.ts'

/** Poll interval while the service reconciles with the carrier after a restore; no event reports its progress. */
const POLL_MS = 3000

const STORAGE_POLL_MS = 30_000

/** Strips below the bar: nothing can be saved, sending is stopped, a restore is being reconciled, or a backup failed. */
export function ServiceStrips() {
  const client = useQueryClient()
  const { data } = useRead('settings', 'service')
  // No event reports a full disk, or room on it again.
  useEffect(() => {
    const timer = setInterval(() => void refresh(client, ['settings', 'service']), STORAGE_POLL_MS)
    return () => clearInterval(timer)
  }, [client])
  if (!data) return null
  return (
    <>
      {data.storageFault && <Strip text={data.storageFault} />}
      {data.restored && <Restored {...data.restored} />}
      {data.sendingStopped && !data.restored && data.sender !== '' && (
        <Strip text="Texts are on hold. Resume sending once the problem is fixed." canResume />
      )}
      {data.stoppedSenders.length > 0 && (
        <Strip text={stoppedText(data.stoppedSenders)} canResume={data.sendingStopped === null} />
      )}
      {data.backupFailed && <Strip text={data.backupFailed} />}
    </>
  )
}

const Strip = ({ text, canResume = false }: { text: string; canResume?: boolean }) => (
  <div className="sb-strip sb-row sb-strong" data-tone="red" role="status">
    <WarningSign size={16} title={false} />
    <span>{text}</span>
    {canResume && <ResumeButton />}
  </div>
)

/** Names the senders with waiting texts, each with its reason. */
const stoppedText = (senders: StoppedSender[]) =>
  senders
    .map(({ address, reason, prefix }) => {
      const to = prefix ? ` to numbers that begin with ${prefix}` : ''
      return `Texts from ${formatPhone(address)}${to} are on hold: ${reason}.`
    })
    .join(' ')

function Restored(state: RestoreState) {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => void refresh(client, ['settings', 'service']), POLL_MS)
    return () => clearInterval(timer)
  }, [client])
  const result = state.ready ? reconciledText(state) : reconcilingText(state)
  return (
    <Strip
      text={`Restored from the backup of ${dateTime(state.takenAt)}. ${result}`}
      canResume={state.ready}
    />
  )
}

/** The result of reconciling with the carrier after a restore. */
function reconciledText({ asked, sent, unknown }: RestoreState): string {
  const open = unknown > 0 ? ` We cannot tell about ${unknown}: see Needs Review.` : ''
  if (asked === 0) return 'No texts were waiting at that time.'
  return `We checked ${plural(asked, 'text')} with the carrier: ${sent} had already been sent and will not be sent again.${open}`
}

function reconcilingText({ asksAt, asked, left, trouble }: RestoreState): string {
  if (trouble)
    return `${trouble}, so we do not know what was sent since. We will ask again and send nothing until then.`
  if (asked === 0) {
    return `Nothing is sent until we have checked with the carrier what was sent since. Next check: ${timeOfDay(asksAt)}.`
  }
  return `Nothing is sent until we have checked with the carrier what was sent since: ${plural(left, 'text')} to check.`
}

function ResumeButton() {
  const resume = useAction<void, ServiceState>({
    run: (api) => api.settings.resumeSending(),
    done: () => toast.success('Sending resumed', 'Waiting texts are going out now.'),
    refreshes: [['settings', 'service']],
    failure: { title: 'Error', fallback: 'Failed to resume sending', showServerMessage: true },
  })
  return (
    <MayCall call="settings.resumeSending" instead={<span>Only an admin can resume sending.</span>}>
      <WaitingButton
        size="small"
        busy={resume.isPending}
        busyText="Resuming..."
        onClick={() => resume.mutate()}
      >
        Resume sending
      </WaitingButton>
    </MayCall>
  )
}
