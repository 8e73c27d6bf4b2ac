import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../../kit/data.ts'
import { countChosen } from './audienceChoice.ts'
import { type AudienceValues, choiceOf, countText } from './audienceForm.ts'

interface Props {
  salonId: string
  offerId: string
  /** That it is compared with; empty: none. */
  otherOfferId?: string
  values: AudienceValues
  /** Of a programme: with a fresh list, and without clients who had an offer in the last 90 days. */
  isWave?: boolean
  /** It asks for a list first. */
  needsList?: boolean
}

/** How many clients the fields choose. The server says once who may be texted; each choice is counted here, so no count is late. */
export function AudienceCount({ salonId, offerId, otherOfferId, values, isWave, needsList }: Props) {
  const { data, error, isPlaceholderData } = useRead(
    'campaigns',
    'audience',
    { id: salonId, offerId, ...(otherOfferId && { otherOfferId }), ...(isWave && { isWave }) },
    { placeholderData: keepPreviousData },
  )
  return (
    <p
      className={`sb-audience-count ${isPlaceholderData ? 'sb-muted' : ''}`}
      role="status"
      aria-busy={isPlaceholderData}
    >
      {error
        ? 'The clients could not be counted.'
        : data
          ? chosenText(data, values, needsList)
          : 'Counting...'}
    </p>
  )
}

function chosenText(
  groups: Parameters<typeof countChosen>[0],
  values: AudienceValues,
  needsList: boolean | undefined,
) {
  const choice = choiceOf(values)
  if (!choice) return 'Please correct the numbers above.'
  return countText(countChosen(groups, choice.audience ?? {}), { needsList, firstBatch: choice.firstBatch })
}
