import './savedReplies.css'
import { Button, PopoverNext } from '@blueprintjs/core'
import { useState } from 'react'
import { Kbd } from '../../kit/Kbd.tsx'
import { ManageReplies } from './ManageReplies.tsx'
import { ReplyPicker } from './ReplyPicker.tsx'
import type { ReplyFields } from './rules.ts'

export interface SavedRepliesProps {
  /** Null: the saved replies of Sales. */
  salonId: string | null
  fields: ReplyFields
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Inserts the filled text. */
  onInsert: (text: string) => void
  /** Gives the focus back to the reply box. */
  onClosed: () => void
}

/** A button with a list of saved replies to search and insert, and the dialog to edit them. */
export function SavedReplies(props: SavedRepliesProps) {
  const { salonId, fields, isOpen, onOpenChange, onInsert, onClosed } = props
  const [managing, setManaging] = useState(false)
  const close = () => {
    onOpenChange(false)
    onClosed()
  }
  return (
    <>
      <PopoverNext
        isOpen={isOpen}
        onInteraction={(next) => (next ? onOpenChange(true) : close())}
        placement="top-start"
        arrow={false}
        animation="minimal"
        enforceFocus={false}
        shouldReturnFocusOnClose={false}
        content={
          <ReplyPicker
            {...{ salonId, fields }}
            onInsert={(text) => {
              onInsert(text)
              close()
            }}
            onManage={() => {
              onOpenChange(false)
              setManaging(true)
            }}
            onClose={close}
          />
        }
      >
        <Button variant="minimal" endIcon={<Kbd keys="/" />}>
          Saved replies
        </Button>
      </PopoverNext>
      {managing && (
        <ManageReplies
          salonId={salonId}
          onClose={() => {
            setManaging(false)
            onClosed()
          }}
        />
      )}
    </>
  )
}
