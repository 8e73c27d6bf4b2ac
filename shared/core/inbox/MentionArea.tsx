import './desk.css'
import { Button, TextArea } from '@blueprintjs/core'
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { useSession } from '../../host/session.ts'
import type { Colleague } from './conversation.ts'
import { useColleagues } from './deskData.ts'
import { typedMention } from './mentions.ts'

const MAX_OFFERED = 5

const offered = (colleagues: Colleague[], typed: string | undefined) =>
  typed === undefined
    ? []
    : colleagues.filter(({ username }) => username.toLowerCase().startsWith(typed.toLowerCase()))

interface Props extends Omit<ComponentProps<typeof TextArea>, 'inputRef' | 'onChange'> {
  inputRef: (element: HTMLTextAreaElement | null) => void
  onChange: (event: { target: unknown; type?: string }) => void
}

/** A text area that completes the name of a colleague after an @, by Enter, Tab, click or touch. */
export function MentionArea({ inputRef, onChange, ...area }: Props) {
  const { data: colleagues = [] } = useColleagues()
  const box = useRef<HTMLTextAreaElement | null>(null)
  const [mention, setMention] = useState<ReturnType<typeof typedMention>>(null)
  const { admin } = useSession()
  const others = colleagues.filter(({ id }) => id !== admin?.id)
  const names = offered(others, mention?.typed).slice(0, MAX_OFFERED)
  const follow = ({ value, selectionEnd }: HTMLTextAreaElement) =>
    setMention(typedMention(value, selectionEnd ?? value.length))
  const insert = (name: string) => {
    const { current } = box
    if (!current || !mention) return
    current.setRangeText(`@${name} `, mention.start, mention.start + 1 + mention.typed.length, 'end')
    onChange({ target: current, type: 'change' })
    setMention(null)
    current.focus()
  }
  const keys = (event: KeyboardEvent) => {
    const [first] = names
    if (!first || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === 'Tab') insert(first.username)
    else if (event.key === 'Escape') setMention(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <TextArea
        {...area}
        inputRef={(element) => {
          box.current = element
          inputRef(element)
        }}
        onChange={(event) => {
          onChange(event)
          follow(event.target)
        }}
        onClick={({ currentTarget }) => follow(currentTarget)}
        onKeyDown={keys}
      />
      <fieldset className="sb-mentions sb-wrap" aria-label="Colleagues">
        {names.map(({ id, username }) => (
          <Button key={id} size="small" variant="outlined" onClick={() => insert(username)}>
            @{username}
          </Button>
        ))}
      </fieldset>
    </>
  )
}
