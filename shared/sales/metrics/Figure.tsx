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
    <button
      type="button"
      className="sb-figure-card sb-column sb-bare"
      title={`Open: ${opens}`}
      onClick={onOpen}
    >
      <span className="sb-figure-label sb-medium sb-strong sb-nowrap">{label}</span>
      <ArrowRight size={14} className="sb-figure-arrow sb-muted" title={false} />
      <span className="sb-figure">{count(value)}</span>
      <span className="sb-small sb-muted">{note}</span>
      <span className="sb-hidden">Open: {opens}</span>
    </button>
  )
}
