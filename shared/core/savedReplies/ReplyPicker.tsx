import { Button, InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { type KeyboardEvent, useId, useState } from 'react'
import { useAction, useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { searchMatcher } from '../../kit/search.ts'
import type { SavedReply } from './contract.ts'
import { fillReply, type ReplyFields } from './rules.ts'

interface Props {
  salonId: string | null
  fields: ReplyFields
  onInsert: (text: string) => void
  onManage: () => void
  onClose: () => void
}

/** A reply with its text as it would be inserted; null: it needs a link that this salon does not have. */
interface Choice {
  reply: SavedReply
  text: string | null
}

/** Search, arrow keys and Enter insert a saved reply. */
export function ReplyPicker({ salonId, fields, onInsert, onManage, onClose }: Props) {
  const read = useRead('savedReplies', 'list', salonId ? { salonId } : {})
  const [words, setWords] = useState('')
  const [index, setIndex] = useState(0)
  // Most used replies come first, so each insert counts. A failed count does not matter.
  const use = useAction({ run: (api, id: string) => api.savedReplies.use({ id }), failure: null })
  const listId = useId()
  const matches = searchMatcher(words.trim())
  const choices = (read.data ?? [])
    .filter(({ name, text }) => matches(`${name}\n${text}`.toLowerCase()))
    .map((reply): Choice => ({ reply, text: fillReply(reply.text, fields) }))
  const active = Math.min(index, choices.length - 1)
  const insert = ({ reply, text }: Choice) => {
    if (text === null) return
    use.mutate(reply.id)
    onInsert(text)
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = choices[active]
    if (step) setIndex(Math.max(0, Math.min(choices.length - 1, active + step)))
    else if (event.key === 'Enter' && chosen) insert(chosen)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="sb-saved sb-column">
      <InputGroup
        autoFocus
        leftIcon={<Search title={false} />}
        placeholder="Search saved replies..."
        aria-label="Search saved replies"
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-activedescendant={choices[active] && `${listId}-${active}`}
        value={words}
        onValueChange={(value) => {
          setWords(value)
          setIndex(0)
        }}
        onKeyDown={keys}
      />
      <Loaded
        read={read}
        loading={{ text: 'Loading saved replies...', rows: 3 }}
        failed="Failed to load the saved replies"
      >
        {(all) => (
          <>
            <div className="sb-saved-list" id={listId} role="listbox" aria-label="Saved replies">
              {choices.map((choice, at) => (
                <Option
                  key={choice.reply.id}
                  id={`${listId}-${at}`}
                  choice={choice}
                  active={at === active}
                  onChoose={() => insert(choice)}
                />
              ))}
            </div>
            {choices.length === 0 && (
              <p className="sb-saved-none sb-muted">
                {all.length === 0
                  ? 'No saved replies yet. Add the answers that you write often.'
                  : 'No saved reply matches.'}
              </p>
            )}
          </>
        )}
      </Loaded>
      <Button fill variant="minimal" onClick={onManage}>
        Manage saved replies...
      </Button>
    </div>
  )
}

interface OptionProps {
  id: string
  choice: Choice
  active: boolean
  onChoose: () => void
}

function Option({ id, choice: { reply, text }, active, onChoose }: OptionProps) {
  return (
    // The keys of the search field choose an option.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className="sb-saved-option"
      aria-selected={active}
      aria-disabled={text === null || undefined}
      ref={(element) => {
        if (active) element?.scrollIntoView({ block: 'nearest' })
      }}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
    >
      <b>{reply.name}</b>
      <span className="sb-second">{text ?? 'Needs a link, but this salon has no booking page.'}</span>
    </div>
  )
}
