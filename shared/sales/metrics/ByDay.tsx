import { SegmentedControl } from '@blueprintjs/core'
import { lazy, Suspense } from 'react'
import { formatDay } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import { Empty } from '../../kit/states.tsx'
import { TableHead } from '../../kit/TableHead.tsx'
import { type DayResult, Period } from './contract.ts'

// Loads the chart library.
const DayCharts = lazy(async () => ({ default: (await import('./DayCharts.tsx')).DayCharts }))

const periods = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'all', label: 'All' },
]

const hasAny = ({ texts, answers, stops }: DayResult) => texts + answers + stops > 0

/** Texts, answers, yeses and opt-outs by day, in the time zone of this computer. */
export function ByDay() {
  const { params, set } = useRoute<'dash'>()
  const period = Period.catch('30').parse(params.get('days') ?? '30')
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const days = useRead('metrics', 'days', { period, timeZone }, { placeholderData: (before) => before })
  return (
    <Panel
      className="sb-dash-wide"
      title="By day"
      aside={
        <SegmentedControl
          aria-label="Days shown"
          options={periods}
          value={period}
          onValueChange={(value) => set({ days: value === '30' ? undefined : value }, { replace: true })}
        />
      }
    >
      <Loaded
        read={days}
        loading={{ text: 'Loading days...', rows: 5 }}
        failed="Error loading the results by day"
        empty={{ when: (results) => !results.some(hasAny), state: <Empty title="No texts in these days." /> }}
      >
        {(results) => (
          <div className="sb-dash-days">
            <Suspense fallback={null}>
              <DayCharts results={results} />
            </Suspense>
            <DayTable results={results} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

/** The numbers of the charts for screen readers: days on which something happened. */
const DayTable = ({ results }: { results: DayResult[] }) => (
  <table className="sb-hidden">
    <caption>Texts, answers, yeses and STOPs by day</caption>
    <TableHead left={['Day', 'Texts', 'Answers', 'Yeses', 'STOPs']} />
    <tbody>
      {results.filter(hasAny).map(({ day, texts, answers, yeses, stops }) => (
        <tr key={day}>
          <th scope="row">{formatDay(day)}</th>
          <td>{texts}</td>
          <td>{answers}</td>
          <td>{yeses}</td>
          <td>{stops}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
