import { plural } from '../../formats.ts'
import type { Offer } from './contract.ts'

/** Texts as clients get them. */
export function OfferTexts({ label, samples }: { label: string; samples: Offer['samples'] }) {
  if (samples.length === 0) return null
  return (
    <ul className="sb-offer-texts" aria-label={label}>
      {samples.map(({ body, segments }) => (
        <li key={body}>
          <span className="sb-offer-text">{body}</span>
          <span className="sb-second">{plural(segments, 'segment')}</span>
        </li>
      ))}
    </ul>
  )
}
