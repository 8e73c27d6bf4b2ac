import './handover.css'
import { useRead } from '../../kit/data.ts'
import { useNarrow } from '../../kit/useMedia.ts'

/** The facts of a salon beside a conversation, folded on phones unless `open`. Nothing for a salon without. */
export function SalonFacts({ salonId, name, open }: { salonId: string; name: string; open?: boolean }) {
  const narrow = useNarrow()
  const { data } = useRead('handover', 'get', { id: salonId })
  if (!data?.facts) return null
  return (
    <details className="sb-salon-facts sb-medium" open={open ?? !narrow}>
      <summary>About {name}</summary>
      <p>{data.facts}</p>
    </details>
  )
}
