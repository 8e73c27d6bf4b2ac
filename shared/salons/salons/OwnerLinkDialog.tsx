import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { dateTime } from '../../formats.ts'
import type { Api } from '../../host/platform.ts'
import { useAction, useRead } from '../../kit/data.ts'
import { LinkLine } from '../../kit/LinkLine.tsx'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { formatPhone } from '../../sms/phone.ts'
import type { OwnerLink, Salon } from './contract.ts'
import { firstNameOf } from './rules.ts'

/** How the link goes to the owner; with neither staff copy it. */
interface Way {
  text?: boolean
  mail?: boolean
}

interface Sent {
  link: OwnerLink
  way: Way
}

interface Props {
  salon: Salon
  title: string
  /** What the owner does with the link. */
  note: string
  create: (api: Api, way: Way) => Promise<OwnerLink>
  /** A `mailto:` address with the link. */
  mail: (link: OwnerLink) => string
  onCreated?: () => void
  onClose: () => void
}

/** Creates a link for the owner. Its secret is shown once: only a hash of it is stored. */
export function OwnerLinkDialog({ salon, title, note, create, mail, onCreated, onClose }: Props) {
  const [sent, setSent] = useState<Sent | null>(null)
  const creation = useAction({
    run: create,
    done: (link, way) => {
      setSent({ link, way })
      onCreated?.()
      if (way.text)
        toast.success('Link texted', `It is on its way to ${formatPhone(salon.ownerPhone ?? '')}.`)
      if (way.mail) toast.success('Link emailed', `It is on its way to ${salon.ownerEmail ?? ''}.`)
    },
    failure: { title: 'Not sent', fallback: 'Failed to create the link', showServerMessage: true },
  })
  return (
    <Dialog isOpen className="sb-link-dialog" title={title} onClose={onClose} shouldReturnFocusOnClose>
      {sent ? (
        <LinkReady salon={salon} sent={sent} mail={mail(sent.link)} onClose={onClose} />
      ) : (
        <LinkChoice
          salon={salon}
          note={note}
          creating={creation.isPending ? creation.variables : null}
          onCreate={creation.mutate}
        />
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  salon: Salon
  note: string
  /** The running call. */
  creating: Way | null
  onCreate: (way: Way) => void
}

function LinkChoice({ salon, note, creating, onCreate }: ChoiceProps) {
  const owner = firstNameOf(salon.ownerName)
  const mailOn = useRead('mail', 'server').data?.on === true
  const start = (way: Way) => creating === null && onCreate(way)
  return (
    <>
      <DialogBody>
        <p>{note}</p>
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
              busy={creating !== null && !creating.text && !creating.mail}
              busyText="Creating..."
              onClick={() => start({})}
            >
              Create link
            </WaitingButton>
            {mailOn && salon.ownerEmail && (
              <WaitingButton
                busy={creating?.mail === true}
                busyText="Sending..."
                onClick={() => start({ mail: true })}
              >
                {`Email it to ${owner}`}
              </WaitingButton>
            )}
            {salon.ownerPhone && (
              <WaitingButton
                intent="primary"
                busy={creating?.text === true}
                busyText="Sending..."
                onClick={() => start({ text: true })}
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

interface ReadyProps {
  salon: Salon
  sent: Sent
  mail: string
  onClose: () => void
}

function LinkReady({ salon, sent, mail, onClose }: ReadyProps) {
  const { url, expiresAt } = sent.link
  return (
    <>
      <DialogBody>
        <p role="status">
          {sent.way.text || sent.way.mail
            ? `The link is on its way to ${firstNameOf(salon.ownerName)}.`
            : 'The link is ready.'}
        </p>
        <LinkLine url={url} />
        <p className="sb-small sb-muted">
          {expiresAt === null
            ? 'It works until you create a new one, which ends this one, or close the salon. It is shown only once.'
            : `It works until ${dateTime(expiresAt)}. It is shown only once; you can create a new one at any time.`}
        </p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {/* A mail program on the web opens beside the console, not in its place. */}
            <a className="bp6-button" href={mail} target="_blank" rel="noreferrer">
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
