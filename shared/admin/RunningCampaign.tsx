import { doneCount } from '../core/campaigns/DeliveryBar.tsx'
import { useWhyWaiting } from '../core/campaigns/WaitStrip.tsx'
import { count } from '../formats.ts'
import { useRoute } from '../host/routes.ts'
import { useRead } from '../kit/data.ts'
import { MayCall } from '../kit/MayCall.tsx'
import type { Campaign } from '../sales/firstTexts/contract.ts'
import { useFirstTextsControl } from '../sales/firstTexts/useFirstTextsControl.ts'

/** Progress of the running campaign, shown on every tab. */
export function RunningCampaign() {
  const { data } = useRead('firstTexts', 'list')
  // A campaign that only waits for the days until its second text is not shown.
  const running = data?.find(({ state, wait }) => state === 'running' && wait !== null)
  return running ? <Running campaign={running} /> : null
}

function Running({ campaign: running }: { campaign: Campaign }) {
  const { go } = useRoute()
  const control = useFirstTextsControl(running.id)
  const why = useWhyWaiting(running, 'recipients')
  const { queued, wait, secondText } = running
  const waits = wait !== null && wait.queued === wait.waiting
  const step = queued === 0 && secondText ? secondText : running
  const done = doneCount(step)
  const percent = step.total > 0 ? (100 * done) / step.total : 0
  const title = step === running ? 'First texts going out' : 'Second texts going out'
  return (
    <section className="sb-running" aria-label={title}>
      <button
        type="button"
        className="sb-running-open"
        onClick={() => go('prospects', { campaign: running.id })}
      >
        <span className="sb-running-title sb-bold">{waits && why ? why : title}</span>
        <span className="sb-running-bar" aria-hidden="true">
          <span style={{ width: `${percent}%` }} />
        </span>
        <span className="sb-num">
          {count(done)}
          <span className="sb-running-of"> of </span>
          <span className="sb-running-slash" aria-hidden="true">
            /
          </span>
          {count(step.total)}
        </span>
      </button>
      <MayCall call="firstTexts.pause">
        <button type="button" className="sb-running-pause" onClick={() => control.change('pause')}>
          Pause
        </button>
      </MayCall>
    </section>
  )
}
