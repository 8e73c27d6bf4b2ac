import { until } from '@salonback/shared/testing/server.ts'
import type { App } from './app.ts'
import { waitingForLocks } from './database.ts'

/** Starts the work while a transaction is open and waits until it is blocked or has ended. */
export async function meanwhile<T>({ sql }: Pick<App, 'sql'>, start: () => Promise<T>) {
  let early = false
  const end = start()
  const note = () => {
    early = true
  }
  end.then(note, note)
  await until(
    () => waitingForLocks(sql),
    ({ length }) => early || length > 0,
  )
  return { early, end }
}
