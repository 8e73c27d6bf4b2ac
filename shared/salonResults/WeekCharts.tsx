import './weekCharts.css'
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { count, pluralForm, shortDay } from '../formats.ts'
import { useTheme } from '../kit/theme.ts'
import type { WeekResult } from './contract.ts'

const series = ['texts', 'answers', 'visits'] as const
type Series = (typeof series)[number]

const names: Record<Series, [one: string, many: string]> = {
  texts: ['text', 'texts'],
  answers: ['answer', 'answers'],
  visits: ['visit', 'visits'],
}

/**
 * A bar chart each for texts, answers and visits: they differ by orders of magnitude, so each has its own scale. Hidden from
 * screen readers, which read the table beside it.
 */
export function WeekCharts({ weeks }: { weeks: WeekResult[] }) {
  const [shown, setShown] = useState<number | null>(null)
  const dark = useTheme((theme) => theme.dark)
  const week = shown === null ? undefined : weeks[shown]
  return (
    <div className="sb-week-charts" aria-hidden="true">
      <p className="sb-small sb-muted">
        {week ? `Week from ${shortDay(week.week)}` : `Last ${weeks.length} weeks`}
      </p>
      {series.map((name) => {
        const value = week ? week[name] : weeks.reduce((sum, one) => sum + one[name], 0)
        return (
          <div key={name} className="sb-week-chart" data-series={name}>
            <p>
              <b className="sb-num">{count(value)}</b> {pluralForm(value, ...names[name])}
            </p>
            {/* The canvas keeps the colours of the theme in which it was drawn. */}
            <Bars key={`${dark}`} weeks={weeks} name={name} onWeek={setShown} />
          </div>
        )
      })}
    </div>
  )
}

interface BarsProps {
  weeks: WeekResult[]
  name: Series
  onWeek: (index: number | null) => void
}

function Bars({ weeks, name, onWeek }: BarsProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const parent = box.current
    if (!parent) return
    const size = () => ({ width: parent.clientWidth, height: parent.clientHeight })
    const data: uPlot.AlignedData = [weeks.map((_, index) => index), weeks.map((week) => week[name])]
    const plot = new uPlot({ ...size(), ...optionsOf({ weeks, name, onWeek, parent }) }, data, parent)
    const resized = new ResizeObserver(() => plot.setSize(size()))
    resized.observe(parent)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [weeks, name, onWeek])
  return <div className="sb-week-bars" ref={box} />
}

/** Steps between the labels of an axis; counts have no fractions. */
const incrs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
const bars = uPlot.paths.bars?.({ size: [0.72, 26], radius: 0.15 })

type Options = Omit<uPlot.Options, 'width' | 'height'>

function optionsOf({ weeks, name, onWeek, parent }: BarsProps & { parent: HTMLElement }): Options {
  const style = getComputedStyle(parent)
  return {
    legend: { show: false },
    padding: [6, 8, 6, 0],
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false }, sync: { key: 'weeks' } },
    hooks: { setCursor: [({ cursor }) => onWeek(cursor.idx ?? null)] },
    scales: {
      x: { time: false, range: [-0.6, weeks.length - 0.4] },
      y: { range: (_, __, most) => [0, Math.max(1, most) * 1.08] },
    },
    axes: axesOf(weeks, name, style),
    series: [{}, { fill: style.color, width: 0, points: { show: false }, ...(bars && { paths: bars }) }],
  }
}

function axesOf(weeks: WeekResult[], name: Series, style: CSSStyleDeclaration): uPlot.Axis[] {
  const day = (index: number) => shortDay(weeks[index]?.week ?? '').slice(0, -5)
  const both = {
    stroke: style.getPropertyValue('--sb-muted').trim(),
    font: `${style.fontSize} ${style.fontFamily}`,
    ticks: { show: false },
  }
  // Days only below the last chart.
  const days = { show: name === 'visits', grid: { show: false }, incrs: [1, 2, 4, 8], space: 64, size: 26 }
  const grid = { stroke: style.getPropertyValue('--sb-line').trim(), width: 1 }
  return [
    { ...both, ...days, values: (_, indexes) => indexes.map(day) },
    { ...both, grid, incrs, space: 30, size: 44, values: (_, counts) => counts.map(count) },
  ]
}
