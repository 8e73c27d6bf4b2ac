import { useMemo } from 'react'
import { formatDay } from '../../formats.ts'
import { BarCharts } from '../../kit/BarCharts.tsx'
import type { WeekResult } from './contract.ts'

/** Texts, answers and visits by week. */
export function WeekCharts({ weeks }: { weeks: WeekResult[] }) {
  const { days, series } = useMemo(
    () => ({
      days: weeks.map(({ week }) => week),
      series: [
        { one: 'text', many: 'texts', tone: 'blue' as const, values: weeks.map(({ texts }) => texts) },
        {
          one: 'answer',
          many: 'answers',
          tone: 'amber' as const,
          values: weeks.map(({ answers }) => answers),
        },
        { one: 'visit', many: 'visits', tone: 'green' as const, values: weeks.map(({ visits }) => visits) },
      ],
    }),
    [weeks],
  )
  return (
    <BarCharts
      days={days}
      series={series}
      caption={(week) => (week ? `Week from ${formatDay(week)}` : `Last ${weeks.length} weeks`)}
    />
  )
}
