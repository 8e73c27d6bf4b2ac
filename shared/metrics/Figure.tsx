import { ArrowRight } from '@blueprintjs/icons'
import { count } from '../formats.ts'

/** One number of the dashboard; the whole of it is the way to the list behind it. */
export function Figure({
  label,
  value,
  note,
  opens,
  onOpen,
}: {
  label: string
  value: number
  note: string
  /** What the click shows, for the hint and for screen readers. */
  opens: string
  onOpen: () => void
}) {
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
