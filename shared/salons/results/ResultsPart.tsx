import './salonResults.css'
import { Button } from '@blueprintjs/core'
import { lazy, Suspense } from 'react'
import { formatDay } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import { Empty } from '../../kit/states.tsx'
import { TableHead } from '../../kit/TableHead.tsx'
import { ProofPanel } from '../proof/ProofPanel.tsx'
import type { Salon } from '../salons/contract.ts'
import { CampaignFunnels } from './CampaignFunnels.tsx'
import { type SalonResults, steps, type WeekResult } from './contract.ts'
import { StepPeople } from './StepPeople.tsx'

// Loads the chart library.
const WeekCharts = lazy(async () => ({ default: (await import('./WeekCharts.tsx')).WeekCharts }))

/** What the campaigns of a salon led to, by week and by campaign. */
export function ResultsPart({ salon }: { salon: Salon }) {
  const read = useRead('results', 'get', { id: salon.id })
  return (
    <div className="sb-panels">
      <Loaded
        read={read}
        loading={{ text: 'Loading the results...', rows: 6 }}
        failed="Failed to load the results"
        empty={{ when: ({ campaigns }) => campaigns.length === 0, state: <NoResults /> }}
      >
        {(results) => <Results salon={salon} results={results} />}
      </Loaded>
    </div>
  )
}

function NoResults() {
  const { set } = useRoute()
  return (
    <Panel>
      <Empty
        title="No results yet."
        hint="Results appear once a campaign has started."
        action={<Button onClick={() => set({ part: 'campaigns' })}>Open campaigns</Button>}
      />
    </Panel>
  )
}

function Results({ salon, results: { campaigns, weeks } }: { salon: Salon; results: SalonResults }) {
  const { params, close } = useRoute()
  const campaign = campaigns.find(({ id }) => id === params.get('campaign'))
  const step = steps.find((name) => name === params.get('step'))
  return (
    <>
      <Panel title="By week">
        <div className="sb-results-weeks">
          <Suspense fallback={null}>
            <WeekCharts weeks={weeks} />
          </Suspense>
          <WeekTable weeks={weeks} />
        </div>
      </Panel>
      <Panel flush title="By campaign" className="sb-tall sb-results-campaigns sb-rigid">
        <CampaignFunnels salonId={salon.id} campaigns={campaigns} />
        <p className="sb-results-note sb-small sb-muted">
          Percentages are of the clients who were texted. Clients who opt out do not count as answered.
        </p>
      </Panel>
      <ProofPanel salon={salon} />
      {campaign && step && (
        <StepPeople
          salonId={salon.id}
          campaign={campaign}
          step={step}
          onClose={() => close('campaign', 'step')}
        />
      )}
    </>
  )
}

/** The numbers of the charts for screen readers. */
const WeekTable = ({ weeks }: { weeks: WeekResult[] }) => (
  <table className="sb-hidden">
    <caption>Texts, answers and visits by week</caption>
    <TableHead left={['Week from', 'Texts', 'Answers', 'Visits']} />
    <tbody>
      {weeks.map(({ week, texts, answers, visits }) => (
        <tr key={week}>
          <th scope="row">{formatDay(week)}</th>
          <td>{texts}</td>
          <td>{answers}</td>
          <td>{visits}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
