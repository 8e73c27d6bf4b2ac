import './firstTexts.css'
import { Button, Drawer } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useEffect, useId, useRef } from 'react'
import { useRoute } from '../../host/routes.ts'
import { useNarrow } from '../../kit/useMedia.ts'
import { ComposeFirstTexts } from './ComposeFirstTexts.tsx'
import { closeFirstTexts, type SelectedProspect, useCompose } from './compose.ts'
import { FirstTextsProgress } from './FirstTextsProgress.tsx'

interface Props {
  prospects: readonly SelectedProspect[]
  onStarted: () => void
}

/** The drawer of first texts: the form, then the campaign's progress. `?campaign=` opens a campaign from any screen. */
export function FirstTextsDrawer({ prospects, onStarted }: Props) {
  const { params, set, close: closeParams } = useRoute()
  const heading = useId()
  const small = useNarrow()
  const id = params.get('campaign')
  const prospectIds = useCompose((compose) => compose.prospectIds)
  const close = () => {
    if (prospectIds) closeFirstTexts()
    if (id) closeParams('campaign')
  }
  const composing = prospectIds !== null
  // The form's button had the focus; without moving it, keys would stop working.
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!composing && id) frame.current?.focus()
  }, [composing, id])
  return (
    <Drawer
      className="sb-first sb-tight"
      isOpen={composing || id !== null}
      size={small ? '100%' : '61.25rem'}
      canOutsideClickClose={!composing}
      onClose={close}
    >
      <div
        ref={frame}
        tabIndex={-1}
        className="sb-first-frame sb-column"
        role="dialog"
        aria-modal="true"
        aria-labelledby={heading}
      >
        <div className="sb-first-title sb-row">
          <h2 id={heading}>{composing ? 'Send First Texts' : 'First Texts'}</h2>
          <Button variant="minimal" aria-label="Close" icon={<Cross title={false} />} onClick={close} />
        </div>
        {composing ? (
          <ComposeFirstTexts
            prospects={prospects}
            prospectIds={prospectIds}
            onStarted={(started) => {
              onStarted()
              closeFirstTexts()
              set({ campaign: started })
            }}
            onClose={close}
          />
        ) : (
          id !== null && <FirstTextsProgress key={id} id={id} />
        )}
      </div>
    </Drawer>
  )
}
