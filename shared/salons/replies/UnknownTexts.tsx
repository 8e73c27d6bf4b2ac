import './salonReplies.css'
import { Dialog, DialogBody } from '@blueprintjs/core'
import { Resolve } from '../../core/inbox/Bubble.tsx'
import { useResolveUnknown } from '../../core/inbox/data.ts'
import { dateTime } from '../../formats.ts'
import { repliesPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import type { UnknownSalonText } from './contract.ts'
import { nameOf } from './RepliesList.tsx'

interface Props {
  salonId: string
  campaignId: string
  onClose: () => void
}

/** Texts of a campaign that the carrier may or may not have, for staff to resolve. */
export function UnknownTexts({ salonId, campaignId, onClose }: Props) {
  const read = useRead('replies', 'unknown', { id: salonId, campaignId }, { staleTime: 0 })
  return (
    <Dialog isOpen title="Texts that may not have been sent" onClose={onClose} shouldReturnFocusOnClose>
      <DialogBody>
        <p>
          The carrier did not answer, so we do not send these again. Check with the carrier, or ask the
          client.
        </p>
        <Loaded
          read={read}
          loading={{ text: 'Loading the texts...', rows: 3 }}
          failed="Failed to load the texts"
        >
          {(texts) =>
            texts.length === 0 ? (
              <p className="sb-muted">Every text is resolved.</p>
            ) : (
              <ul className="sb-plain sb-unknown-texts" aria-label="Texts with unknown outcome">
                {texts.map((text) => (
                  <UnknownText key={text.id} salonId={salonId} text={text} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </DialogBody>
    </Dialog>
  )
}

function UnknownText({ salonId, text }: { salonId: string; text: UnknownSalonText }) {
  const { id, to, firstName, body, attemptedAt } = text
  const resolve = useResolveUnknown({ salonId, number: to })
  const path = `${repliesPath}?${new URLSearchParams({ salon: salonId, number: to })}`
  return (
    <li>
      <AppLink to={path}>{nameOf({ firstName, phone: to })}</AppLink>
      <span className="sb-second">
        {dateTime(attemptedAt)}: {body}
      </span>
      <Resolve onResolve={(decision) => !resolve.isPending && resolve.mutate({ id, decision })} />
    </li>
  )
}
