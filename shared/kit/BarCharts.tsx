import './barCharts.css'
import { useEffect, useId, useRef, useState } from 'react'
import uPlot from 'uplot'
import { count, formatDay, pluralForm } from '../formats.ts'
import { useTheme } from './theme.ts'

/** One chart. Constant between renders: a new one draws the chart again. */
export interface ChartSeries {
  one: string
  many: string
  tone: 'blue' | 'amber' | 'green' | 'red'
  /** One value for each day. */
  values: number[]
}

interface Props {
  /** `2026-03-10` of each bar; constant between renders. */
  days: string[]
  series: ChartSeries[]
  /** What the sums are of: all days, or the one under the cursor. */
  caption: (day: string | undefined) => string
}

/**
 * A bar chart for each series under each other: their values differ by orders of magnitude, so each has its own scale. Hidden
 * from screen readers; show them a table beside it.
 */
export function BarCharts({ days, series, caption }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  const dark = useTheme((theme) => theme.dark)
  const group = useId()
  return (
    <div className="sb-charts" aria-hidden="true">
      <p className="sb-small sb-muted">{caption(shown === null ? undefined : days[shown])}</p>
      {series.map(({ one, many, tone, values }, index) => {
        const value = shown === null ? values.reduce((sum, each) => sum + each, 0) : (values[shown] ?? 0)
        return (
          <div key={one} className="sb-chart" data-tone={tone}>
            <p>
              <b className="sb-num">{count(value)}</b> {pluralForm(value, one, many)}
            </p>
            {/* A canvas keeps its colours when the theme changes. */}
            <Bars
              key={`${dark}`}
              {...{ days, values, group }}
              isLast={index === series.length - 1}
              onDay={setShown}
            />
          </div>
        )
      })}
    </div>
  )
}

interface BarsProps {
  days: string[]
  values: number[]
  /** Charts of a group share the cursor. */
  group: string
  /** Only the last chart shows the days. */
  isLast: boolean
  onDay: (index: number | null) => void
}

function Bars({ days, values, group, isLast, onDay }: BarsProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const parent = box.current
    if (!parent) return
    const size = () => ({ width: parent.clientWidth, height: parent.clientHeight })
    const data: uPlot.AlignedData = [days.map((_, index) => index), values]
    const options = optionsOf({ days, values, group, isLast, onDay, parent })
    const plot = new uPlot({ ...size(), ...options }, data, parent)
    const resized = new ResizeObserver(() => plot.setSize(size()))
    resized.observe(parent)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [days, values, group, isLast, onDay])
  return <div className="sb-bars" ref={box} />
}

/** Steps between the labels of an axis; counts have no fractions. */
const incrs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
const dayIncrs = [1, 2, 4, 7, 14, 28, 56, 112, 224, 448]
const bars = uPlot.paths.bars?.({ size: [0.72, 26], radius: 0.15 })

type Options = Omit<uPlot.Options, 'width' | 'height'>

function optionsOf({ parent, ...chart }: BarsProps & { parent: HTMLElement }): Options {
  const { days, group, onDay } = chart
  const style = getComputedStyle(parent)
  return {
    legend: { show: false },
    padding: [6, 8, 6, 0],
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false }, sync: { key: group } },
    hooks: { setCursor: [({ cursor }) => onDay(cursor.idx ?? null)] },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      y: { range: (_, __, most) => [0, Math.max(1, most) * 1.08] },
    },
    axes: axesOf(chart, style),
    series: [{}, { fill: style.color, width: 0, points: { show: false }, ...(bars && { paths: bars }) }],
  }
}

function axesOf({ days, isLast }: BarsProps, style: CSSStyleDeclaration): uPlot.Axis[] {
  const both = {
    stroke: style.getPropertyValue('--sb-muted').trim(),
    font: `${style.fontSize} ${style.fontFamily}`,
    ticks: { show: false },
  }
  const day = (index: number) => formatDay(days[index] ?? '').slice(0, -6)
  const shown = { show: isLast, grid: { show: false }, incrs: dayIncrs, space: 64, size: 26 }
  const grid = { stroke: style.getPropertyValue('--sb-line').trim(), width: 1 }
  return [
    { ...both, ...shown, values: (_, indexes) => indexes.map(day) },
    { ...both, grid, incrs, space: 30, size: 44, values: (_, counts) => counts.map(count) },
  ]
}
