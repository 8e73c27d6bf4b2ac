import { InputGroup, useHotkeys } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useMemo, useRef } from 'react'
import { Kbd } from './Kbd.tsx'

interface Props {
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** A search field: `/` focuses it, Esc clears it, a second Esc leaves it. */
export function SearchField({ placeholder, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const hotkeys = useMemo(
    () => [
      {
        combo: '/',
        global: true,
        group: 'Lists',
        label: 'Search',
        preventDefault: true,
        onKeyDown: () => input.current?.focus(),
      },
    ],
    [],
  )
  useHotkeys(hotkeys)
  return (
    <InputGroup
      className="sb-search"
      inputRef={input}
      type="search"
      aria-label={placeholder.replace(/\.+$/, '')}
      placeholder={placeholder}
      value={value}
      leftElement={<Search className="sb-muted" size={16} title={false} />}
      rightElement={<Kbd keys="/" />}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (value) onChange('')
        else input.current?.blur()
      }}
    />
  )
}
