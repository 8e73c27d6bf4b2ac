import { Checkbox } from '@blueprintjs/core'
import { Star } from '@blueprintjs/icons'
import { memo } from 'react'
import { StatusMenu } from '../../core/inbox/StatusMenu.tsx'
import type { StatusChange } from '../../core/inbox/setStatus.ts'
import { oneDecimal, plural } from '../../formats.ts'
import { Badge } from '../../kit/Badge.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import type { Prospect } from './contract.ts'

interface Props {
  prospect: Prospect
  selected: boolean
  onSelect: (id: string, on: boolean, range: boolean) => void
  onStatus: (change: StatusChange) => void
  onOpen: (prospect: Prospect) => void
}

/** The cells of one prospect; its name opens the conversation. */
export const ProspectCells = memo(function ProspectCells(props: Props) {
  const { prospect, selected, onSelect, onStatus, onOpen } = props
  return (
    <>
      <td>
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
      </td>
      <td className="sb-prospect-name">
        <button
          type="button"
          title={`${prospect.name}: open the conversation`}
          onClick={() => onOpen(prospect)}
        >
          {prospect.name}
        </button>
        <span>{prospect.category}</span>
      </td>
      <td className="sb-prospect-phone">
        <span>
          <NumberLink number={prospect.phone} />
        </span>
        <span>
          {prospect.phoneType && (
            <Badge tone={prospect.phoneType === 'landline' ? 'amber' : 'grey'} className="sb-phone-type">
              {prospect.phoneType}
            </Badge>
          )}
        </span>
      </td>
      <td className="sb-prospect-place">
        <span title={prospect.address ?? undefined}>{prospect.address}</span>
        <span>{prospect.country}</span>
      </td>
      <Rating prospect={prospect} />
      <td className="sb-prospect-team">
        {prospect.teamSize !== null && plural(prospect.teamSize, 'employee')}
      </td>
      <td className="sb-prospect-status">
        <StatusMenu
          status={prospect.contactStatus}
          name={prospect.name}
          onChange={(to) => onStatus({ id: prospect.id, from: prospect.contactStatus, to })}
        />
      </td>
    </>
  )
})

function Rating({ prospect: { rating, reviewCount } }: { prospect: Prospect }) {
  const reviews = reviewCount === null ? 'No reviews' : plural(reviewCount, 'review')
  return (
    <td className="sb-prospect-rating">
      {rating === null ? (
        <span className="sb-muted">No rating</span>
      ) : (
        <span>
          <Star size={12} title={false} />
          <strong>{oneDecimal(rating)}</strong>
        </span>
      )}
      <span title={reviews}>{reviews}</span>
    </td>
  )
}
