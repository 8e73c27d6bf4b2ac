import { Offline } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { timeOfDay } from '../formats.ts'
import { isLive, useConnection } from '../host/connection.ts'
import { LinkButton } from '../kit/LinkButton.tsx'
import { useDelay } from '../kit/states.tsx'

/** Shorter interruptions are not shown. */
const SHOW_AFTER_MS = 4000

/** Strip below the bar while disconnected: the age of the data on screen. */
export function ConnectionStrip() {
  const { state, liveAt } = useConnection()
  // key: each state starts its own delay.
  return isLive(state) ? null : <Disconnected key={state} liveAt={liveAt} />
}

function Disconnected({ liveAt }: { liveAt: number }) {
  const client = useQueryClient()
  const late = useDelay(SHOW_AFTER_MS)
  if (!late) return null
  return (
    <div className="sb-strip sb-row sb-strong" role="status">
      <Offline size={16} title={false} />
      <span>No connection. Showing what was loaded at {timeOfDay(new Date(liveAt).toISOString())}.</span>
      <LinkButton size="small" onClick={() => void client.refetchQueries({ type: 'active' })}>
        Try again
      </LinkButton>
    </div>
  )
}
