import { doneCount } from '../campaigns/DeliveryBar.tsx'
import { useCampaignControl } from '../campaigns/useCampaignControl.ts'
import { count } from '../formats.ts'
import { useRoute } from '../host/routes.ts'
import { useRead } from '../kit/data.ts'
import { MayCall } from '../kit/MayCall.tsx'

/** Progress of the running campaign, shown on every tab. */
export function RunningCampaign() {
  const { go } = useRoute()
  const { data } = useRead('campaigns', 'list')
  const control = useCampaignControl()
  const running = data?.find((campaign) => campaign.state === 'running')
  if (!running) return null
  const done = doneCount(running)
  const percent = running.total > 0 ? (100 * done) / running.total : 0
  return (
    <section className="sb-running" aria-label="First texts going out">
      <button
        type="button"
        className="sb-running-open"
        onClick={() => go('prospects', { campaign: running.id })}
      >
        <span className="sb-running-title">First texts going out</span>
        <span className="sb-running-bar" aria-hidden="true">
          <span style={{ width: `${percent}%` }} />
        </span>
        <span className="sb-running-count">
          {count(done)}
          <span className="sb-running-of"> of </span>
          <span className="sb-running-slash" aria-hidden="true">
            /
          </span>
          {count(running.total)}
        </span>
      </button>
      <MayCall call="campaigns.pause">
        <button
          type="button"
          className="sb-running-pause"
          onClick={() => !control.isPending && control.mutate({ id: running.id, step: 'pause' })}
        >
          Pause
        </button>
      </MayCall>
    </section>
  )
}
