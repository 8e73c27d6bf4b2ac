import { Button, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { dateTime } from '../formats.ts'
import { useAction } from '../kit/data.ts'
import { toast } from '../kit/toasts.ts'
import { WaitingButton } from '../kit/WaitingButton.tsx'
import { formatPhone } from '../sms/phone.ts'
import type { OwnerLink, Salon } from './contract.ts'
import { agreementMail, firstNameOf } from './rules.ts'

/** *Send link* of the step Agreement. */
export function AgreementAction({ salon, first }: { salon: Salon; first: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button intent={first ? 'primary' : 'none'} onClick={() => setOpen(true)}>
        Send link
      </Button>
      {open && <LinkDialog salon={salon} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Sent {
  link: OwnerLink
  texted: boolean
}

/** Creates the link to the agreement. Its secret is shown once: only a hash of it is stored. */
function LinkDialog({ salon, onClose }: { salon: Salon; onClose: () => void }) {
  const [sent, setSent] = useState<Sent | null>(null)
  const create = useAction({
    run: (api, text: boolean) => api.salons.createLink({ id: salon.id, purpose: 'agree', text }),
    done: (link, texted) => {
      setSent({ link, texted })
      if (texted) toast.success('Link texted', `It goes to ${formatPhone(salon.ownerPhone ?? '')} now.`)
    },
    failure: { title: 'Not sent', fallback: 'Failed to create the link', showServerMessage: true },
  })
  return (
    <Dialog
      isOpen
      className="sb-link-dialog"
      title={`Agreement for ${salon.name}`}
      onClose={onClose}
      shouldReturnFocusOnClose
    >
      {sent ? (
        <LinkReady salon={salon} sent={sent} onClose={onClose} />
      ) : (
        <LinkChoice
          salon={salon}
          creating={create.isPending ? create.variables : null}
          onCreate={create.mutate}
        />
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  salon: Salon
  /** The running call: whether it texts the link. */
  creating: boolean | null
  onCreate: (text: boolean) => void
}

function LinkChoice({ salon, creating, onCreate }: ChoiceProps) {
  const owner = firstNameOf(salon.ownerName)
  const start = (text: boolean) => creating === null && onCreate(text)
  return (
    <>
      <DialogBody>
        <p>
          {owner} opens the link on a phone, reads the terms and accepts them with a name. No account is
          needed.
        </p>
        <p className="sb-muted">
          {salon.ownerPhone ? (
            <>
              The text goes to <span className="sb-num sb-nowrap">{formatPhone(salon.ownerPhone)}</span>, from
              our own number.
            </>
          ) : (
            `Enter ${owner}’s mobile number in Settings to text the link.`
          )}
        </p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <WaitingButton
              intent={salon.ownerPhone ? 'none' : 'primary'}
              busy={creating === false}
              busyText="Creating..."
              onClick={() => start(false)}
            >
              Create link
            </WaitingButton>
            {salon.ownerPhone && (
              <WaitingButton
                intent="primary"
                busy={creating === true}
                busyText="Sending..."
                onClick={() => start(true)}
              >
                {`Text it to ${owner}`}
              </WaitingButton>
            )}
          </>
        }
      />
    </>
  )
}

function LinkReady({ salon, sent, onClose }: { salon: Salon; sent: Sent; onClose: () => void }) {
  const { url, expiresAt } = sent.link
  return (
    <>
      <DialogBody>
        <p role="status">
          {sent.texted ? `The link is on its way to ${firstNameOf(salon.ownerName)}.` : 'The link is ready.'}
        </p>
        <div className="sb-link-line">
          <InputGroup
            fill
            readOnly
            value={url}
            aria-label="Link"
            onFocus={(event) => event.target.select()}
          />
          <Button onClick={() => void copy(url)}>Copy</Button>
        </div>
        <p className="sb-small sb-muted">
          It works until {dateTime(expiresAt)}. It is shown only now; you can create another one at any time.
        </p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <a className="bp6-button" href={agreementMail(salon, sent.link)}>
              Write an email
            </a>
            <Button intent="primary" onClick={onClose}>
              Done
            </Button>
          </>
        }
      />
    </>
  )
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast.success('Link copied')
  } catch {
    toast.failure('Not copied', 'The browser did not allow it. Select the link and copy it.')
  }
}
