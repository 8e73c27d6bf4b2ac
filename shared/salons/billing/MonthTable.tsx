import { costText, knownCostText } from '../../core/messages/cost.ts'
import { count, money } from '../../formats.ts'
import { salonPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { Scroller } from '../../kit/Scroller.tsx'
import { TableHead } from '../../kit/TableHead.tsx'
import type { MonthRow } from './contract.ts'
import { marginOf, totalsOf } from './margin.ts'

const sumOf = (row: MonthRow, minor: number | null) =>
  row.currency === null || minor === null ? '–' : money(minor, row.currency)

const headers = ['Texts', 'Cost', 'Visits', 'Fees', 'Paid', 'Outstanding now', 'Margin']

/** A month by salon, and the sums of each currency. */
export function MonthTable({ rows }: { rows: readonly MonthRow[] }) {
  const { sums, cost } = totalsOf(rows)
  return (
    <Scroller className="sb-scroll-x" label="Month by salon">
      <table className="sb-money-table">
        <TableHead left={['Salon']} right={headers} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.salonId ?? 'agency'}>
              <th scope="row">
                {row.salonId === null ? (
                  row.name
                ) : (
                  <AppLink to={salonPath(row.salonId, 'fees')} className="sb-statement-link">
                    {row.name}
                  </AppLink>
                )}
              </th>
              <td className="sb-num sb-right">{count(row.texts)}</td>
              <td className="sb-num sb-right sb-money-cost">{knownCostText(row)}</td>
              <td className="sb-num sb-right">{count(row.visits)}</td>
              <td className="sb-num sb-right">{sumOf(row, row.fees)}</td>
              <td className="sb-num sb-right">{sumOf(row, row.paid)}</td>
              <td className="sb-num sb-right">
                {row.salonId !== null && !row.issued && row.outstanding === 0
                  ? 'No statement yet'
                  : sumOf(row, row.outstanding)}
              </td>
              <td className="sb-num sb-right">{sumOf(row, marginOf(row))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(({ currency, fees, paid, outstanding }, n) => (
            <tr key={currency}>
              <th scope="row">All in {currency}</th>
              <td className="sb-num sb-right">
                {n === 0 && count(rows.reduce((all, { texts }) => all + texts, 0))}
              </td>
              <td className="sb-num sb-right">{n === 0 && costText(cost)}</td>
              <td />
              <td className="sb-num sb-right">{money(fees, currency)}</td>
              <td className="sb-num sb-right">{money(paid, currency)}</td>
              <td className="sb-num sb-right">{money(outstanding, currency)}</td>
              <td />
            </tr>
          ))}
        </tfoot>
      </table>
      <p className="sb-money-none sb-small sb-muted">
        Margin is fees less the cost of texts. It is left out where the carrier charges in another currency,
        and until every text has its price.
      </p>
    </Scroller>
  )
}
