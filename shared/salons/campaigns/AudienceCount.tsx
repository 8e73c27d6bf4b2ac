import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../../kit/data.ts'
import { useDebouncedValue } from '../../kit/useDebouncedValue.ts'
import { type AudienceValues, choiceOf, countText } from './audienceForm.ts'

interface Props {
  salonId: string
  offerId: string
  /** That it is compared with; empty: none. */
  otherOfferId?: string
  values: AudienceValues
  /** Of a programme: with a fresh list, and without clients who had an offer in the last 90 days. */
  isWave?: boolean
}

/** After the last key: the server judges each client. */
const WAIT_MS = 400

/** How many clients the fields choose. The answer to an earlier choice is not shown as that of the present one. */
export function AudienceCount({ salonId, offerId, otherOfferId, values, isWave }: Props) {
  const chosen = choiceOf(values)
  // As text, so that other fields of the form change nothing.
  const choice = JSON.stringify(chosen?.audience ?? {})
  const settled = useDebouncedValue(choice, WAIT_MS)
  const { data, error, isPlaceholderData } = useRead(
    'salonCampaigns',
    'count',
    {
      id: salonId,
      offerId,
      audience: JSON.parse(settled),
      ...(otherOfferId && { otherOfferId }),
      ...(isWave && { isWave }),
    },
    { placeholderData: keepPreviousData },
  )
  const isOld = settled !== choice || isPlaceholderData || chosen === null
  return (
    <p className={`sb-audience-count ${isOld ? 'sb-muted' : ''}`} role="status" aria-busy={isOld}>
      {error
        ? 'The clients could not be counted.'
        : data
          ? countText(data, { isWave, firstBatch: chosen?.firstBatch })
          : 'Counting...'}
    </p>
  )
}
