import { plural } from '../../formats.ts'
import type { Offer } from './contract.ts'
import { nameCost } from './offer.ts'

/** Texts as clients get them. */
export function OfferTexts({ label, samples }: { label: string; samples: Offer['samples'] }) {
  if (samples.length === 0) return null
  return (
    <ul className="sb-plain sb-offer-texts" aria-label={label}>
      {samples.map((sample) => (
        <li key={sample.body}>
          <span className="sb-offer-text sb-break">{sample.body}</span>
          <span className="sb-second">{nameCost(sample) ?? plural(sample.segments, 'segment')}</span>
        </li>
      ))}
    </ul>
  )
}
