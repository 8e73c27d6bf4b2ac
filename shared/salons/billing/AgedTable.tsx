import { money, plural } from '../../formats.ts'
import { Scroller } from '../../kit/Scroller.tsx'
import { TableHead } from '../../kit/TableHead.tsx'
import { useNow } from '../../kit/useNow.ts'
import { agedOutstanding, ages } from './aging.ts'
import type { OpenStatement } from './contract.ts'

/** What is outstanding by age, and the sum, for each currency. */
export function AgedTable({ statements }: { statements: readonly OpenStatement[] }) {
  const rows = agedOutstanding(statements, useNow())
  return (
    <Scroller className="sb-scroll-x" label="Outstanding by age">
      <table className="sb-money-table">
        <TableHead left={['Outstanding']} right={['Total', 'Oldest', ...ages.map(({ label }) => label)]} />
        <tbody>
          {rows.map(({ currency, sums, total, oldest }) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              <td className="sb-num sb-right">
                <b className="sb-strong">{money(total, currency)}</b>
              </td>
              <td className="sb-num sb-right">{oldest === 0 ? '–' : `${plural(oldest, 'day')} overdue`}</td>
              {ages.map(({ label }, at) => (
                <td key={label} className="sb-num sb-right">
                  {sums[at] ? money(sums[at], currency) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
