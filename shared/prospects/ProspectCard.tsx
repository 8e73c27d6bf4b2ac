import { Checkbox } from '@blueprintjs/core'
import { Star } from '@blueprintjs/icons'
import { memo } from 'react'
import { oneDecimal, plural } from '../formats.ts'
import { Badge } from '../kit/Badge.tsx'
import { formatPhone } from '../sms/phone.ts'
import type { ContactStatus, Prospect } from './contract.ts'
import { StatusMenu } from './StatusMenu.tsx'

interface Props {
  prospect: Prospect
  selected: boolean
  /** The keyboard stands on it. */
  current: boolean
  onSelect: (id: string, on: boolean, range: boolean) => void
  onStatus: (prospect: Prospect, to: ContactStatus | null) => void
  onOpen: (prospect: Prospect) => void
}

/** One prospect in a line. Its name opens what was said with it. */
export const ProspectCard = memo(function ProspectCard(props: Props) {
  const { prospect, selected, current, onSelect, onStatus, onOpen } = props
  return (
    <article className="sb-prospect" data-selected={selected} data-current={current}>
      <Checkbox
        className="sb-prospect-tick"
        aria-label={`Select ${prospect.name}`}
        data-row={prospect.id}
        checked={selected}
        onChange={(event) => {
          const click = event.nativeEvent
          onSelect(prospect.id, event.currentTarget.checked, click instanceof MouseEvent && click.shiftKey)
        }}
      />
      <div className="sb-prospect-name">
        <button
          type="button"
          title={`${prospect.name}: open the conversation`}
          onClick={() => onOpen(prospect)}
        >
          {prospect.name}
        </button>
        <span>{prospect.category}</span>
      </div>
      <div className="sb-prospect-phone">
        <span className="sb-num">{formatPhone(prospect.phone)}</span>
        <span>
          {prospect.phoneType && (
            <Badge tone={prospect.phoneType === 'landline' ? 'amber' : 'grey'} className="sb-phone-type">
              {prospect.phoneType}
            </Badge>
          )}
        </span>
      </div>
      <div className="sb-prospect-place">
        <span>{prospect.address}</span>
        <span>{prospect.country}</span>
      </div>
      <Rating prospect={prospect} />
      <div className="sb-prospect-team">
        {prospect.teamSize !== null && plural(prospect.teamSize, 'employee')}
      </div>
      <div className="sb-prospect-status">
        <StatusMenu
          status={prospect.contactStatus}
          name={prospect.name}
          onChange={(to) => onStatus(prospect, to)}
        />
      </div>
    </article>
  )
})

function Rating({ prospect: { rating, reviewCount } }: { prospect: Prospect }) {
  return (
    <div className="sb-prospect-rating">
      {rating === null ? (
        <span className="sb-muted">No rating</span>
      ) : (
        <span>
          <Star size={12} title={false} />
          <strong>{oneDecimal(rating)}</strong>
        </span>
      )}
      <span>{reviewCount === null ? 'No reviews' : plural(reviewCount, 'review')}</span>
    </div>
  )
}
