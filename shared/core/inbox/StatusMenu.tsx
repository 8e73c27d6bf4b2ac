import './statusMenu.css'
import { Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Tick } from '@blueprintjs/icons'
import { type ComponentPropsWithRef, memo, useRef, useState } from 'react'
import { badgeClass, Dot } from '../../kit/Badge.tsx'
import { ContactStatus, statusLabel } from './contactStatus.ts'
import { statusTone } from './StatusBadge.tsx'

const choices = [null, ...ContactStatus.options] as const

interface Props {
  status: ContactStatus | null
  /** Name of the prospect, for screen readers. */
  name: string
  onChange: (status: ContactStatus | null) => void
}

/**
 * A badge with the status that opens a menu to change or clear it. The popover is mounted on the first click: scrolling
 * a long list passes thousands of badges.
 */
export const StatusMenu = memo(function StatusMenu(props: Props) {
  const [opened, setOpened] = useState(false)
  if (opened) return <OpenableStatus {...props} />
  const { status, name } = props
  return (
    <StatusButton
      status={status}
      name={name}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setOpened(true)}
    />
  )
})

function OpenableStatus({ status, name, onChange }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <PopoverNext
      defaultIsOpen
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      onClosed={() => {
        if (document.activeElement === document.body) button.current?.focus()
      }}
      content={
        <Menu aria-label={`Status of ${name}`}>
          {choices.map((choice) => (
            <MenuItem
              key={choice ?? 'none'}
              icon={<Dot tone={statusTone[choice ?? 'none']} />}
              text={
                <>
                  {statusLabel(choice)}
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
      <StatusButton ref={button} status={status} name={name} />
    </PopoverNext>
  )
}

function StatusButton(props: Pick<Props, 'status' | 'name'> & ComponentPropsWithRef<'button'>) {
  const { status, name, className = '', ...rest } = props
  const tone = statusTone[status ?? 'none']
  return (
    <button
      {...rest}
      type="button"
      className={`${badgeClass} bp6-interactive sb-status-menu ${className}`}
      data-tone={tone}
      aria-label={`Status of ${name}: ${statusLabel(status)}`}
    >
      <Dot tone={tone} />
      <span>{statusLabel(status)}</span>
      <CaretDown size={12} title={false} />
    </button>
  )
}
