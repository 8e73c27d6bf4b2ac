import { Button } from '@blueprintjs/core'
import { Offline } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { timeOfDay } from '../formats.ts'
import { isLive, useConnection } from '../host/connection.ts'
import { useDelay } from '../kit/states.tsx'

/** Shorter interruptions end by themselves and are not shown. */
const PATIENCE_MS = 4000

/** Under the bar while the server does not answer: how old is what is shown. */
export function ConnectionStrip() {
  const { state, liveAt } = useConnection()
  // Each kind of break has its own moment to heal in.
  return isLive(state) ? null : <Break key={state} liveAt={liveAt} />
}

function Break({ liveAt }: { liveAt: number }) {
  const client = useQueryClient()
  const late = useDelay(PATIENCE_MS)
  if (!late) return null
  return (
    <div className="sb-strip" role="status">
      <Offline size={16} title={false} />
      <span>No connection. Showing what was loaded at {timeOfDay(new Date(liveAt).toISOString())}.</span>
      <Button
        variant="minimal"
        size="small"
        className="sb-link"
        onClick={() => void client.refetchQueries({ type: 'active' })}
      >
        Try again
      </Button>
    </div>
  )
}
