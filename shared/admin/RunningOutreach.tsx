import { useRead } from '../kit/data.ts'
import { usePlatform } from './platform.ts'
import { pathOf } from './route.ts'

/** First texts that are going out now, seen from every tab. */
export function RunningOutreach() {
  const { route } = usePlatform()
  const { data } = useRead('outreach', 'list')
  const running = data?.find((outreach) => outreach.state === 'running')
  if (!running) return null
  const done = running.total - running.queued
  const percent = running.total > 0 ? (100 * done) / running.total : 0
  return (
    <button
      type="button"
      className="sb-running"
      onClick={() => route.set(pathOf('prospects', { outreach: running.id }))}
    >
      <span className="sb-running-title">First texts going out</span>
      <span className="sb-running-bar" aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className="sb-running-count">
        {done} of {running.total}
      </span>
    </button>
  )
}
