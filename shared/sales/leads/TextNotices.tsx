import { Time, WarningSign } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PublicTexts } from '../../core/publicTexts/contract.ts'
import { count, dateTime, timeOfDay } from '../../formats.ts'
import { refresh, useAction, useRead } from '../../kit/data.ts'
import { MayCall } from '../../kit/MayCall.tsx'
import { toast } from '../../kit/toasts.ts'
import { useNow } from '../../kit/useNow.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'

/** Notices while public texts are stopped or their budget is used up. */
export function TextNotices() {
  const { data } = useRead('publicTexts', 'state')
  if (!data) return null
  return (
    <>
      {data.stopped && <Stopped stopped={data.stopped} />}
      {data.usedUpUntil && <UsedUp {...data} until={data.usedUpUntil} />}
    </>
  )
}

function Stopped({ stopped: { at, reason } }: { stopped: NonNullable<PublicTexts['stopped']> }) {
  const resume = useAction<void, PublicTexts>({
    run: (api) => api.publicTexts.resume(),
    done: () => toast.success('Texts resumed', 'New leads get their details automatically again.'),
    refreshes: [['publicTexts', 'state']],
    failure: { title: 'Error', fallback: 'Failed to resume texts', showServerMessage: true },
  })
  return (
    <div className="sb-lead-notice sb-tight sb-row sb-wrap" data-tone="red" role="alert">
      <WarningSign size={16} title={false} />
      <div>
        <p className="sb-lead-notice-title">Texts to new leads have stopped</p>
        <p>
          {dateTime(at)}: {reason}. Someone may be using the form to run up your costs. New leads wait; review
          them before you resume.
        </p>
      </div>
      <MayCall call="publicTexts.resume" instead={<span>Only an admin can resume texts.</span>}>
        <WaitingButton busy={resume.isPending} busyText="Resuming..." onClick={() => resume.mutate()}>
          Resume texts
        </WaitingButton>
      </MayCall>
    </div>
  )
}

function UsedUp({
  perHour,
  perDay,
  lastHour,
  lastDay,
  until,
}: Omit<PublicTexts, 'usedUpUntil' | 'stopped'> & { until: string }) {
  const isUsedUp = useIsFuture(until)
  if (!isUsedUp) return null
  const day = lastDay >= perDay
  return (
    <div className="sb-lead-notice sb-tight sb-row sb-wrap" role="status">
      <Time size={16} title={false} />
      <div>
        <p className="sb-lead-notice-title">The {day ? 'daily' : 'hourly'} text limit is reached</p>
        <p>
          {count(lastHour)} of {count(perHour)} in the last hour, {count(lastDay)} of {count(perDay)} in the
          last day. New leads wait until you text them; from {day ? dateTime(until) : timeOfDay(until)} texts
          go out automatically again.
        </p>
      </div>
    </div>
  )
}

/** True until `moment`; then the state is reloaded. */
function useIsFuture(moment: string): boolean {
  const client = useQueryClient()
  const now = useNow()
  const [over, setOver] = useState<string | null>(null)
  useEffect(() => {
    const left = new Date(moment).getTime() - Date.now()
    if (left <= 0) return
    const timer = setTimeout(() => {
      setOver(moment)
      void refresh(client, ['publicTexts', 'state'])
    }, left)
    return () => clearTimeout(timer)
  }, [client, moment])
  return over !== moment && new Date(moment) > now
}
