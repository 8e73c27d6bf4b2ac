import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setConnection } from '../host/connection.ts'
import { usePlatform } from '../host/platform.ts'
import { createRefresher } from './events.ts'

/** Keeps what is shown in step with the server while the console is open. */
export function useServerEvents() {
  const platform = usePlatform()
  const client = useQueryClient()
  useEffect(() => {
    const refresher = createRefresher(client)
    let brokenOff = false
    const stop = platform.events(
      (name, data) => {
        refresher.hear(name, data)
        if (name === 'message' && data.inbound) {
          platform.notify({
            title: 'New text',
            body: 'A text came in. Open SMS to read it.',
            phone: data.phone,
          })
        }
      },
      (state) => {
        setConnection(state)
        // Events of the time without a line are lost, so everything shown is read again.
        if (state !== 'reconnecting' && brokenOff) refresher.all()
        brokenOff = state === 'reconnecting'
      },
    )
    return () => {
      stop()
      refresher.stop()
    }
  }, [client, platform])
}
