import { Time, WarningSign } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { count, dateTime, timeOfDay } from '../formats.ts'
import { refresh, useAction, useRead } from '../kit/data.ts'
import { toast } from '../kit/toasts.ts'
import { useNow } from '../kit/useNow.ts'
import { WaitingButton } from '../kit/WaitingButton.tsx'
import type { PublicTexts } from '../publicTexts/contract.ts'

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
  const client = useQueryClient()
  const resume = useAction<void, PublicTexts>({
    run: (api) => api.publicTexts.resume(),
    done: () => toast.success('Texts go on', 'New leads get their details by themselves again.'),
    settled: () => void refresh(client, ['publicTexts', 'state']),
    failure: { title: 'Error', fallback: 'Failed to let texts go on', showServerMessage: true },
  })
  return (
    <div className="sb-lead-notice" data-tone="red" role="alert">
      <WarningSign size={16} title={false} />
      <div>
        <p className="sb-lead-notice-title">Texts to new leads have stopped</p>
        <p>
          {dateTime(at)}: {reason}. Somebody may be running up your costs through the form. New leads wait;
          look through them before texts go on.
        </p>
      </div>
      <WaitingButton
        busy={resume.isPending}
        busyText="Letting texts go on..."
        onClick={() => resume.mutate()}
      >
        Let texts go on
      </WaitingButton>
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
    <div className="sb-lead-notice" role="status">
      <Time size={16} title={false} />
      <div>
        <p className="sb-lead-notice-title">The texts of this {day ? 'day' : 'hour'} are used up</p>
        <p>
          {count(lastHour)} of {count(perHour)} in the last hour, {count(lastDay)} of {count(perDay)} in the
          last day. New leads wait until you send to them; from {day ? dateTime(until) : timeOfDay(until)}{' '}
          texts go out by themselves again.
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
