import './outreach.css'
import { Drawer } from '@blueprintjs/core'
import { useRoute } from '../admin/route.ts'
import { useMedia } from '../kit/useMedia.ts'
import type { ProspectModel } from '../prospects/model.ts'
import { ComposeFirstTexts } from './ComposeFirstTexts.tsx'
import { closeFirstTexts, useCompose } from './compose.ts'
import { OutreachProgress } from './OutreachProgress.tsx'

/**
 * First texts: who gets one, why, and what it says; afterwards, in the same place, what became of each. The address
 * names a running one (`?outreach=`), so that it can be opened from everywhere.
 */
export function FirstTextsDrawer({ model }: { model: ProspectModel }) {
  const { params, set } = useRoute()
  const small = useMedia('(max-width: 1023.98px)')
  const id = params.get('outreach')
  const prospectIds = useCompose((compose) => compose.prospectIds)
  const close = () => {
    if (prospectIds) closeFirstTexts()
    if (id) set({ outreach: undefined })
  }
  const composing = prospectIds !== null
  return (
    <Drawer
      className="sb-first"
      isOpen={composing || id !== null}
      title={composing ? 'Send First Texts' : 'First Texts'}
      size={small ? '100%' : 980}
      canOutsideClickClose={!composing}
      onClose={close}
    >
      {composing ? (
        <ComposeFirstTexts
          model={model}
          prospectIds={prospectIds}
          onStarted={(started) => {
            closeFirstTexts()
            set({ outreach: started })
          }}
          onClose={close}
        />
      ) : (
        id !== null && <OutreachProgress key={id} id={id} />
      )}
    </Drawer>
  )
}
