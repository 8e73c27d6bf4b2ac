import type { Campaign } from '../campaigns/contract.ts'
import { doneCount } from '../campaigns/DeliveryBar.tsx'
import { useCampaignControl } from '../campaigns/useCampaignControl.ts'
import { useWhyWaiting } from '../campaigns/WaitStrip.tsx'
import { count } from '../formats.ts'
import { useRoute } from '../host/routes.ts'
import { useRead } from '../kit/data.ts'
import { MayCall } from '../kit/MayCall.tsx'

/** Progress of the running campaign, shown on every tab. */
export function RunningCampaign() {
  const { data } = useRead('campaigns', 'list')
  const running = data?.find((campaign) => campaign.state === 'running')
  return running ? <Running campaign={running} /> : null
}

function Running({ campaign: running }: { campaign: Campaign }) {
  const { go } = useRoute()
  const control = useCampaignControl()
  const why = useWhyWaiting(running, 'recipients')
  const waits = running.queued > 0 && running.queued === running.waiting
  const done = doneCount(running)
  const percent = running.total > 0 ? (100 * done) / running.total : 0
  return (
    <section className="sb-running" aria-label="First texts going out">
      <button
        type="button"
        className="sb-running-open"
        onClick={() => go('prospects', { campaign: running.id })}
      >
        <span className="sb-running-title">{waits && why ? why : 'First texts going out'}</span>
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
