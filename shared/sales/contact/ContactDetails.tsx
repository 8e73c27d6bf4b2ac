import { Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { dateTime } from '../../formats.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import type { ContactQuery } from './contract.ts'
import { MailLink } from './MailLink.tsx'
import { useSetDone } from './useSetDone.ts'

/** The whole message. */
export function ContactDetails({ query, onClose }: { query: ContactQuery | null; onClose: () => void }) {
  return (
    <Dialog
      className="sb-message-dialog"
      title="Contact Message Details"
      isOpen={query !== null}
      onClose={onClose}
      shouldReturnFocusOnClose
    >
      {query && (
        <>
          <DialogBody>
            <dl className="sb-facts">
              <dt>Name</dt>
              <dd>{query.name}</dd>
              <dt>Email</dt>
              <dd>
                <MailLink query={query} />
              </dd>
              <dt>Subject</dt>
              <dd>{query.subject}</dd>
              <dt>Message</dt>
              <dd className="sb-message-full">{query.message}</dd>
              <dt>Submitted</dt>
              <dd className="sb-num">{dateTime(query.createdAt)}</dd>
              {query.doneAt && (
                <>
                  <dt>Done</dt>
                  <dd className="sb-num">
                    {dateTime(query.doneAt)} by {query.doneBy}
                  </dd>
                </>
              )}
            </dl>
          </DialogBody>
          <DialogFooter actions={<DoneButton query={query} />} />
        </>
      )}
    </Dialog>
  )
}

function DoneButton({ query }: { query: ContactQuery }) {
  const { isDone, isPending, toggle } = useSetDone(query)
  return (
    <WaitingButton busy={isPending} busyText="Saving..." onClick={toggle}>
      {isDone ? 'Reopen' : 'Done'}
    </WaitingButton>
  )
}
