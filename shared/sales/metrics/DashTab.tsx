import './dash.css'
import { Classes, Dialog, ProgressBar } from '@blueprintjs/core'
import { OptOutListDialog } from '../../core/inbox/OptOutListDialog.tsx'
import { SettingSwitch } from '../../core/settings/SettingSwitch.tsx'
import { count, percent, plural } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, Panel } from '../../kit/Page.tsx'
import { useDelay } from '../../kit/states.tsx'
import { FirstTextsPanel } from '../firstTexts/FirstTextsPanel.tsx'
import { ByCampaign } from './ByCampaign.tsx'
import { ByDay } from './ByDay.tsx'
import type { SmsMetrics } from './contract.ts'
import { Figure } from './Figure.tsx'
import { campaignSummary } from './rules.ts'

/** Funnel from prospect to form; every number opens its list. */
export function DashTab() {
  const metrics = useRead('metrics', 'sms')
  return (
    <Page title="SMS Dash" note="How your first texts perform, from prospect to completed form.">
      <Loaded read={metrics} loading={<Skeleton />} failed="Error loading SMS metrics">
        {(counted) => (
          <div className="sb-dash">
            <Figures metrics={counted} />
            <Funnel metrics={counted} />
            <Summary metrics={counted} />
            <FirstTextsPanel className="sb-dash-wide" />
            <ByDay />
            <ByCampaign />
            <FollowUp />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Figures({ metrics }: { metrics: SmsMetrics }) {
  const { go, close, params } = useRoute<'dash'>()
  return (
    <>
      <Panel className="sb-figures sb-wrap" flush>
        <Figure
          label="Total Prospects"
          value={metrics.totalProspects}
          note="available for campaigns"
          opens="All prospects"
          onOpen={() => go('prospects', { status: 'all' })}
        />
        <Figure
          label="Initial SMS Sent"
          value={metrics.initialContactSent}
          note="first contact attempts"
          opens="Prospects who got a first text"
          onOpen={() => go('prospects', { reached: 'contacted' })}
        />
        <Figure
          label="Positive Responses"
          value={metrics.positiveResponses}
          note="replied YES or interested"
          opens="Prospects who said yes"
          onOpen={() => go('prospects', { reached: 'positive' })}
        />
        <Figure
          label="Follow-up SMS Sent"
          value={metrics.followupSent}
          note="landing page links sent"
          opens="Prospects who got the landing link"
          onOpen={() => go('prospects', { reached: 'followup' })}
        />
        <Figure
          label="Form Submissions"
          value={metrics.formSubmissions}
          note="completed waitlist forms"
          opens="Waitlist responses"
          onOpen={() => go('waitlist')}
        />
      </Panel>
      <Panel className="sb-figures sb-wrap" flush>
        <Figure
          label="Opt-Outs"
          value={metrics.optOuts}
          note="replied STOP or unsubscribed"
          opens="Numbers that opted out"
          onOpen={() => go('dash', { show: 'optouts' })}
        />
        <Figure
          label="Needs Review"
          value={metrics.needsReview}
          note="requires manual attention"
          opens="Texts that need review"
          onOpen={() => go('sms', { filter: 'review' })}
        />
      </Panel>
      {params.get('show') === 'optouts' && (
        <OptOutListDialog total={metrics.optOuts} onClose={() => close('show')} />
      )}
      {params.get('show') === 'followup' && (
        <Dialog isOpen title="Automatic follow-up" onClose={() => close('show')}>
          <div className={Classes.DIALOG_BODY}>
            <FollowUpSwitch />
          </div>
        </Dialog>
      )}
    </>
  )
}

function Funnel({ metrics }: { metrics: SmsMetrics }) {
  const steps = [
    {
      label: 'Response Rate',
      over: 'Includes owners who said yes without a first text.',
      rate: metrics.responseRate,
      note: `${plural(metrics.positiveResponses, 'positive response')} out of ${plural(metrics.initialContactSent, 'initial contact')}`,
    },
    {
      label: 'Follow-up Rate',
      over: 'Includes follow-ups sent by hand to owners who had not said yes.',
      rate: metrics.followupRate,
      note: `${plural(metrics.followupSent, 'follow-up')} sent out of ${plural(metrics.positiveResponses, 'positive response')}`,
    },
    {
      label: 'Submission Rate',
      over: 'Includes second forms and forms from owners who got no follow-up.',
      rate: metrics.submissionRate,
      note: `${plural(metrics.formSubmissions, 'form submission')} out of ${plural(metrics.followupSent, 'follow-up')}`,
    },
  ]
  return (
    <Panel title="Conversion Funnel">
      <div className="sb-funnel sb-column">
        {steps.map(({ label, rate, note, over }) => (
          <div key={label} className="sb-funnel-step sb-tight">
            <div>
              <p>{label}</p>
              <p className="sb-small sb-muted sb-num">{note}</p>
              {rate > 100 && <p className="sb-small sb-muted">Over 100%: {over}</p>}
            </div>
            <ProgressBar
              className="sb-funnel-bar"
              aria-label={label}
              aria-valuetext={percent(rate)}
              intent="success"
              stripes={false}
              animate={false}
              value={Math.min(1, rate / 100)}
            />
            <p className="sb-figure sb-right">{percent(rate)}</p>
          </div>
        ))}
      </div>
    </Panel>
  )
}

function Summary({ metrics }: { metrics: SmsMetrics }) {
  const summary = campaignSummary(metrics)
  const lines = [
    ['Total Database', count(metrics.totalProspects)],
    ['Campaigns Sent', count(metrics.initialContactSent)],
    ['Engagement Rate', percent(summary.engagementRate)],
    ['Final Conversion', percent(summary.finalConversion)],
    ['Active Campaigns', `${count(summary.activeCampaigns)} contacts`],
  ]
  return (
    <Panel title="Campaign Summary">
      <dl className="sb-dash-summary sb-column">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="sb-num">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const FollowUpSwitch = () => (
  <SettingSwitch
    setting="auto_followup_enabled"
    label="Automatic follow-up"
    name="Automatic follow-up"
    note="A clear yes gets the landing page link right away. When off, it waits for you under Needs Review."
  />
)

const FollowUp = () => (
  <Panel className="sb-dash-wide">
    <FollowUpSwitch />
  </Panel>
)

function Skeleton() {
  const late = useDelay(150)
  return (
    <div className="sb-dash" role="status">
      {late && (
        <>
          <p className="sb-loading-text sb-dash-wide">Loading campaign metrics...</p>
          <div className={`${Classes.SKELETON} sb-dash-skeleton`} aria-hidden="true" />
          <div className={`${Classes.SKELETON} sb-dash-skeleton`} aria-hidden="true" />
          <div className={`${Classes.SKELETON} sb-dash-skeleton`} aria-hidden="true" />
          <div className={`${Classes.SKELETON} sb-dash-skeleton`} aria-hidden="true" />
        </>
      )}
    </div>
  )
}
