import { Button } from '@blueprintjs/core'
import { Pause, Play } from '@blueprintjs/icons'
import { useState } from 'react'
import { useRoute } from '../admin/route.ts'
import { dateTime } from '../formats.ts'
import { Ask } from '../kit/Ask.tsx'
import { useRead } from '../kit/data.ts'
import { Panel } from '../kit/Page.tsx'
import { Failed } from '../kit/states.tsx'
import type { Outreach } from '../outreach/contract.ts'
import { DeliveryBar, DeliveryCounts } from '../outreach/DeliveryBar.tsx'
import { pausedItself } from '../outreach/outcome.ts'
import { StateBadge } from '../outreach/StateBadge.tsx'
import { useOutreachControl } from '../outreach/useOutreachControl.ts'

const FEW = 4

/** Every outreach, those that still send first, with what became of its texts. */
export function FirstTexts() {
  const { data, error, refetch } = useRead('outreach', 'list')
  const [all, setAll] = useState(false)
  if (error && !data) {
    return (
      <Panel className="sb-dash-wide" title="First Texts">
        <Failed title="Error loading first texts" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  }
  if (!data) return null
  const ordered = [...data].sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)))
  const shown = all ? ordered : ordered.slice(0, FEW)
  return (
    <Panel
      flush
      className="sb-dash-wide"
      title="First Texts"
      aside={
        data.length > FEW && (
          <Button variant="minimal" className="sb-link" onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `See all ${data.length}`}
          </Button>
        )
      }
    >
      {data.length === 0 ? (
        <NoneYet />
      ) : (
        <ul className="sb-outreaches">
          {shown.map((outreach) => (
            <OutreachRow key={outreach.id} outreach={outreach} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const isOpen = ({ state }: Outreach) => state === 'running' || state === 'paused'

function NoneYet() {
  const { go } = useRoute()
  return (
    <p className="sb-none-yet">
      No first texts have been sent. Choose who gets one under Prospects.
      <Button onClick={() => go('prospects')}>Open Prospects</Button>
    </p>
  )
}

function OutreachRow({ outreach }: { outreach: Outreach }) {
  const { go } = useRoute()
  const open = () => go('prospects', { outreach: outreach.id })
  return (
    <li className="sb-outreach">
      <div>
        <StateBadge state={outreach.state} />
        <p className="sb-small sb-muted sb-num">
          {dateTime(outreach.createdAt)} · {outreach.createdBy}
        </p>
      </div>
      <div>
        <DeliveryBar counts={outreach} />
        <DeliveryCounts counts={outreach} />
        {outreach.state === 'paused' && outreach.pausedReason && (
          <p className="sb-outreach-reason">{outreach.pausedReason}</p>
        )}
      </div>
      <div className="sb-outreach-actions">
        <Control outreach={outreach} />
        <Button
          variant="minimal"
          className="sb-link"
          aria-label={`View the first texts of ${dateTime(outreach.createdAt)}`}
          onClick={open}
        >
          View
        </Button>
      </div>
    </li>
  )
}

/** Pause or resume. What paused itself asks before it goes on. */
function Control({ outreach }: { outreach: Outreach }) {
  const control = useOutreachControl()
  const [asking, setAsking] = useState(false)
  const step = (name: 'pause' | 'resume') => {
    if (!control.isPending) control.mutate({ id: outreach.id, step: name })
  }
  if (outreach.state === 'running') {
    return (
      <Button icon={<Pause title={false} />} onClick={() => step('pause')}>
        Pause
      </Button>
    )
  }
  if (outreach.state !== 'paused') return null
  const selfPaused = pausedItself(outreach)
  return (
    <>
      <Button icon={<Play title={false} />} onClick={() => (selfPaused ? setAsking(true) : step('resume'))}>
        {selfPaused ? 'Resume...' : 'Resume'}
      </Button>
      <Ask
        question="Go on with these first texts?"
        confirm="Resume"
        cancel="Leave paused"
        isOpen={asking}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          step('resume')
        }}
      >
        <p>{outreach.pausedReason}</p>
      </Ask>
    </>
  )
}
