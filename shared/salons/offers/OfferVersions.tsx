import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dateTime, formatDay } from '../../formats.ts'
import { Badge, type Tone } from '../../kit/Badge.tsx'
import { refresh } from '../../kit/data.ts'
import { LoadMore, type More } from '../../kit/LoadMore.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import type { Salon } from '../salons/contract.ts'
import { OwnerLinkDialog } from '../salons/OwnerLinkDialog.tsx'
import { firstNameOf, linkMail } from '../salons/rules.ts'
import { ApprovedAs } from './ApprovedAs.tsx'
import type { Offer } from './contract.ts'
import { OfferTexts } from './OfferTexts.tsx'

const states: Record<Offer['state'], { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'grey' },
  with_owner: { label: 'With the owner', tone: 'amber' },
  approved: { label: 'Approved', tone: 'green' },
  changes_requested: { label: 'Changes requested', tone: 'purple' },
  expired: { label: 'Replaced', tone: 'grey' },
}

interface Props {
  salon: Salon
  offers: Offer[]
  more: More
}

/** Every version with its state, newest first. */
export function OfferVersions({ salon, offers, more }: Props) {
  return (
    <Panel flush title="Versions">
      {offers.length === 0 && <p className="sb-none sb-muted">No version is saved yet.</p>}
      <ol className="sb-plain sb-offer-versions" aria-label="Versions">
        {offers.map((offer) => (
          <Version key={offer.id} salon={salon} offer={offer} />
        ))}
      </ol>
      <LoadMore more={more} things="versions" />
    </Panel>
  )
}

const isSendable = ({ state }: Offer) => state === 'draft' || state === 'with_owner'

function Version({ salon, offer }: { salon: Salon; offer: Offer }) {
  const { version, state } = offer
  const shown = state === 'expired' ? 1 : 3
  const samples = offer.samples.slice(0, shown)
  const reminderSamples = offer.reminderSamples.slice(0, shown)
  return (
    <li>
      <div className="sb-offer-head sb-row sb-wrap">
        <b>Version {version}</b>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
        {isSendable(offer) && salon.state !== 'closed' && (
          <MayCall call="offers.send">
            <SendToOwner salon={salon} offer={offer} />
          </MayCall>
        )}
      </div>
      <p className="sb-small sb-muted">
        {dateTime(offer.createdAt)} by {offer.createdBy}
        {offer.repeatUntil && ` · for each month until ${formatDay(offer.repeatUntil)}`}
        {offer.dates.until && ` · no text after ${formatDay(offer.dates.until)}`}
        {offer.approvedAt && ` · approved by ${offer.approvedBy} on ${dateTime(offer.approvedAt)}`}
        {offer.approvedAt && offer.usedUp && ' for one campaign, which has started'}
      </p>
      <ApprovedAs salon={salon} offer={offer} />
      {offer.note && <p className="sb-break">The owner writes: {offer.note}</p>}
      <OfferTexts label={`Texts of version ${version}`} samples={samples} />
      {reminderSamples.length > 0 && (
        <>
          <p className="sb-small sb-muted">Reminder</p>
          <OfferTexts label={`Reminders of version ${version}`} samples={reminderSamples} />
        </>
      )}
    </li>
  )
}

function SendToOwner({ salon, offer }: { salon: Salon; offer: Offer }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  return (
    <>
      <Button intent={offer.state === 'draft' ? 'primary' : 'none'} onClick={() => setOpen(true)}>
        {offer.state === 'draft' ? 'Send to owner' : 'Send again'}
      </Button>
      {open && (
        <OwnerLinkDialog
          salon={salon}
          title={`Version ${offer.version} of the offer`}
          note={`${firstNameOf(salon.ownerName)} reads the exact text on a phone, and approves it or asks for changes. A new version needs a new approval.`}
          create={(api, way) => api.offers.send({ id: salon.id, offerId: offer.id, ...way })}
          mail={(link) => linkMail('offer', salon, link)}
          onCreated={() => void refresh(client, ['salons', 'list'])}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
