import { ArrowRight } from '@blueprintjs/icons'
import { count } from '../../formats.ts'

interface FigureProps {
  label: string
  value: number
  note: string
  /** What a click shows, for the tooltip and screen readers. */
  opens: string
  onOpen: () => void
}

/** One figure of the dashboard; a click opens its list. */
export function Figure({ label, value, note, opens, onOpen }: FigureProps) {
  return (
    <button type="button" className="sb-figure-card" title={`Open: ${opens}`} onClick={onOpen}>
      <span className="sb-figure-label">{label}</span>
      <ArrowRight size={14} className="sb-figure-arrow" title={false} />
      <span className="sb-figure">{count(value)}</span>
      <span className="sb-figure-note">{note}</span>
      <span className="sb-hidden">Open: {opens}</span>
    </button>
  )
}
