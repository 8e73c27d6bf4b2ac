import { Button } from '@blueprintjs/core'
import { Offline } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { timeOfDay } from '../formats.ts'
import { isLive, useConnection } from '../host/connection.ts'

/** Short breaks heal by themselves and are not worth a word. */
const PATIENCE_MS = 4000

/** Under the bar while the server does not answer: how old is what is shown. */
export function ConnectionStrip() {
  const { state, liveAt } = useConnection()
  const client = useQueryClient()
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (isLive(state)) return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [state])
  if (!late || isLive(state)) return null
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
