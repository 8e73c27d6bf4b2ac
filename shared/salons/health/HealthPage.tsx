import './health.css'
import { salonPath } from '../../host/addresses.ts'
import { useRoute } from '../../host/routes.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { HeaderCell } from '../../kit/DataTable.tsx'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, Panel } from '../../kit/Page.tsx'
import { Scroller } from '../../kit/Scroller.tsx'
import { Empty } from '../../kit/states.tsx'
import { useNow } from '../../kit/useNow.ts'
import type { SalonHealth } from './contract.ts'
import { columns, sortHealth, totalsOf } from './figures.ts'

/** One row for each open salon and one for all: this month, and the last one to the same day. */
export function HealthPage() {
  const read = useRead('health', 'list')
  return (
    <Page title="Health" note="This month at each salon. Small numbers: last month until the same day.">
      <Panel flush title="All salons" className="sb-tall sb-rigid">
        <Loaded
          read={read}
          loading={{ text: 'Loading the month...', rows: 6 }}
          failed="Failed to load the month"
          empty={{
            when: ({ salons }) => salons.length === 0,
            state: <Empty title="No open salon" hint="Each salon gets a row here." />,
          }}
        >
          {({ salons, replyMinutes }) => <HealthTable salons={salons} replyMinutes={replyMinutes} />}
        </Loaded>
      </Panel>
    </Page>
  )
}

function HealthTable({ salons, replyMinutes }: { salons: SalonHealth[]; replyMinutes: number | null }) {
  const { params, set } = useRoute<'salons'>()
  const sort = params.get('sort') ?? 'name'
  const [by, descending] = [sort.replace(/^-/, ''), sort.startsWith('-')]
  // Numbers go down first; a second press turns the order round.
  const onSort = (pressed: string) => {
    const down = by === pressed ? !descending : pressed !== 'name'
    set({ sort: `${down ? '-' : ''}${pressed}` }, { replace: true })
  }
  return (
    <Scroller className="sb-health" label="Health of all salons">
      <table>
        <thead>
          <tr>
            {[{ id: 'name', header: 'Salon' }, ...columns].map(({ id, header }) => (
              <HeaderCell
                key={id}
                id={id}
                meta={id === 'name' ? {} : { className: 'sb-right' }}
                sort={{ by, descending, onSort }}
              >
                {header}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="sb-health-all">
            <th scope="row">All salons</th>
            {totalsOf(salons, replyMinutes).map(({ id, text, last }, n) => (
              <td key={id} className="sb-num sb-right" data-label={columns[n]?.header}>
                {text}
                {last !== undefined && <span className="sb-second">{last}</span>}
              </td>
            ))}
          </tr>
          {sortHealth(salons, sort).map((salon) => (
            <SalonRow key={salon.salonId} salon={salon} />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function SalonRow({ salon }: { salon: SalonHealth }) {
  const now = useNow()
  return (
    <tr>
      <th scope="row">
        <AppLink className="sb-salon-name sb-bold" to={salonPath(salon.salonId)}>
          {salon.salonName}
        </AppLink>
        {salon.state !== 'ready' && <span className="sb-second">{salon.state}</span>}
      </th>
      {columns.map(({ id, header, text, last, to }) => (
        <td key={id} className="sb-num sb-right" data-label={header}>
          <AppLink to={to(salon)} aria-label={`${header} at ${salon.salonName}: ${text(salon, now)}`}>
            {text(salon, now)}
          </AppLink>
          {last && <span className="sb-second">{last(salon)}</span>}
        </td>
      ))}
    </tr>
  )
}
