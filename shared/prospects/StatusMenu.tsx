import { Menu, MenuItem, PopoverNext, Tag } from '@blueprintjs/core'
import { CaretDown, Tick } from '@blueprintjs/icons'
import { memo } from 'react'
import { Dot } from '../kit/Badge.tsx'
import { ContactStatus } from './contract.ts'
import { statusTone } from './StatusBadge.tsx'

const choices = [null, ...ContactStatus.options] as const

/** A prospect's status as a badge that opens the list of all statuses. Any may be chosen; none clears it. */
export const StatusMenu = memo(function StatusMenu({
  status,
  name,
  onChange,
}: {
  status: ContactStatus | null
  /** Whose status it is, for readers. */
  name: string
  onChange: (status: ContactStatus | null) => void
}) {
  const tone = statusTone[status ?? 'none']
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      content={
        <Menu aria-label={`Status of ${name}`}>
          {choices.map((choice) => (
            <MenuItem
              key={choice ?? 'none'}
              icon={<Dot tone={statusTone[choice ?? 'none']} />}
              text={
                <>
                  {choice ?? 'No Status'}
                  {choice === status && <span className="sb-hidden"> (now)</span>}
                </>
              }
              labelElement={choice === status ? <Tick size={14} title={false} /> : undefined}
              onClick={() => choice !== status && onChange(choice)}
            />
          ))}
        </Menu>
      }
    >
      <Tag
        round
        interactive
        className="sb-badge sb-status-menu"
        data-tone={tone}
        icon={<Dot tone={tone} />}
        endIcon={<CaretDown size={12} title={false} />}
        aria-label={`Status of ${name}: ${status ?? 'No Status'}`}
      >
        {status ?? 'No Status'}
      </Tag>
    </PopoverNext>
  )
})
