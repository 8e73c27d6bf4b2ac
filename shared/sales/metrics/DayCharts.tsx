import { useMemo } from 'react'
import { formatDay, plural } from '../../formats.ts'
import { BarCharts } from '../../kit/BarCharts.tsx'
import type { DayResult } from './contract.ts'

/** Texts, answers, yeses and opt-outs by day. */
export function DayCharts({ results }: { results: DayResult[] }) {
  const { days, series } = useMemo(
    () => ({
      days: results.map(({ day }) => day),
      series: [
        { one: 'text', many: 'texts', tone: 'blue' as const, values: results.map(({ texts }) => texts) },
        { one: 'answer', many: 'answers', tone: 'amber' as const, values: results.map((r) => r.answers) },
        { one: 'yes', many: 'yeses', tone: 'green' as const, values: results.map(({ yeses }) => yeses) },
        { one: 'STOP', many: 'STOPs', tone: 'red' as const, values: results.map(({ stops }) => stops) },
      ],
    }),
    [results],
  )
  return (
    <BarCharts
      days={days}
      series={series}
      caption={(day) => (day === undefined ? plural(days.length, 'day') : formatDay(day))}
    />
  )
}
