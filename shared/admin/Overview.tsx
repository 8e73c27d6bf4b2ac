import { Button } from '@blueprintjs/core'
import { Circle, TickCircle } from '@blueprintjs/icons'
import type { ComponentType, ReactNode } from 'react'
import { count, dateTime, money, plural } from '../formats.ts'
import { useRoute } from '../host/routes.ts'
import { Badge } from '../kit/Badge.tsx'
import { NumberLink } from '../kit/NumberLink.tsx'
import { Panel } from '../kit/Page.tsx'
import { CallRequests } from '../salons/bookingLinks/CallRequests.tsx'
import { ChasersPanel } from '../salons/chasers/ChasersPanel.tsx'
import { JoinPanel } from '../salons/join/JoinPanel.tsx'
import { guideOf } from '../salons/owner/exportGuides.ts'
import type { Checklist, Salon } from '../salons/salons/contract.ts'
import { NumberAction } from '../salons/salons/NumberAction.tsx'
import { OwnerLinkAction } from '../salons/salons/OwnerLinkAction.tsx'
import { checklistLabels, firstNameOf } from '../salons/salons/rules.ts'
import { markets } from '../sms/markets.ts'
import { formatPhone } from '../sms/phone.ts'

interface ActionProps {
  salon: Salon
  /** The first open step, which has the primary button. */
  first: boolean
}

/** A button that opens another part of the salon. */
const opensPart = (part: string, label: string) =>
  function OpenPart({ first }: ActionProps) {
    const { set } = useRoute()
    return (
      <Button intent={first ? 'primary' : 'none'} onClick={() => set({ part })}>
        {label}
      </Button>
    )
  }

interface Step {
  /** What the step is for, while it is open. */
  open: string
  done: (salon: Salon) => ReactNode
  Action: ComponentType<ActionProps>
}

const steps: Record<keyof Checklist, Step> = {
  agreement: {
    open: 'The owner reads and accepts our terms on a phone, and goes on to the list and the offer.',
    done: ({ agreedBy, agreedAt }) => `Accepted by ${agreedBy} on ${dateTime(agreedAt ?? '')}`,
    Action: ({ salon, first }) => (
      // Changed terms alone: another home link would end the one that the owner has.
      <OwnerLinkAction
        salon={salon}
        purpose={salon.agreedAt === null ? 'home' : 'agree'}
        label="Send link"
        primary={first}
      />
    ),
  },
  sender: {
    open: 'Texts to clients come from the salon’s own number.',
    done: ({ sender }) => sender && <SenderState sender={sender} />,
    Action: NumberAction,
  },
  list: {
    open: 'The salon’s past customers, read from a file.',
    done: ({ counts }) => plural(counts.clients, 'client'),
    Action: opensPart('clients', 'Upload a list'),
  },
  consent: {
    open: 'Each client needs a reason why we may text: a soft opt-in or written consent.',
    done: () => 'There are clients we may text.',
    Action: opensPart('clients', 'See clients'),
  },
  offer: {
    open: 'The exact text, approved by the owner.',
    done: () => 'Approved by the owner.',
    Action: opensPart('offer', 'Write the offer'),
  },
  campaign: {
    open: 'Sends the approved offer, a few texts a day.',
    done: ({ counts }) => (counts.campaignsRunning > 0 ? 'Running.' : 'Started before.'),
    Action: opensPart('campaigns', 'Plan the campaign'),
  },
}

const stepIds = Object.keys(steps) as (keyof Checklist)[]

function SenderState({ sender }: { sender: NonNullable<Salon['sender']> }) {
  return (
    <>
      <span className="sb-num sb-nowrap">{formatPhone(sender.address)}</span>
      {sender.stoppedReason && <span className="sb-salon-stopped">Stopped: {sender.stoppedReason}</span>}
    </>
  )
}

/** What a salon still needs before its first campaign, and who it belongs to. */
export function Overview({ salon }: { salon: Salon }) {
  const done = stepIds.filter((id) => salon.checklist[id]).length
  const first = stepIds.find((id) => !salon.checklist[id])
  return (
    <div className="sb-salon-overview">
      <div className="sb-salon-main">
        {salon.counts.callsWaiting > 0 && <CallRequests salonId={salon.id} />}
        <Panel
          flush
          title="Checklist"
          aside={
            <span className="sb-small sb-muted sb-num">
              {done} of {stepIds.length} done
            </span>
          }
        >
          <ol className="sb-plain sb-checklist sb-tight">
            {stepIds.map((id) => (
              <StepRow key={id} id={id} salon={salon} first={id === first} />
            ))}
          </ol>
        </Panel>
        <ChasersPanel salon={salon} />
        <JoinPanel salon={salon} />
      </div>
      <Facts salon={salon} />
    </div>
  )
}

function StepRow({ id, salon, first }: { id: keyof Checklist; salon: Salon; first: boolean }) {
  const { open, done, Action } = steps[id]
  const isDone = salon.checklist[id]
  const Icon = isDone ? TickCircle : Circle
  return (
    <li data-done={isDone || undefined}>
      <Icon size={18} title={false} />
      <div className="sb-checklist-words">
        <p className="sb-checklist-name sb-row sb-wrap sb-strong">
          {checklistLabels[id]} {isDone ? <Badge tone="green">Done</Badge> : <Badge look="plain">Open</Badge>}
        </p>
        <p className="sb-small sb-muted">{isDone ? done(salon) : open}</p>
      </div>
      {!isDone && salon.state !== 'closed' && <Action salon={salon} first={first} />}
    </li>
  )
}

function Facts({ salon }: { salon: Salon }) {
  const facts: [label: string, value: ReactNode][] = [
    ['Owner', salon.ownerName],
    ['Mobile', salon.ownerPhone && <NumberLink key="mobile" number={salon.ownerPhone} />],
    ['Email', salon.ownerEmail],
    ['Booking page', salon.bookingUrl],
    ['Booking system', guideOf(salon.bookingSystem)?.name ?? null],
    ['Salon’s phone', salon.businessPhone && formatPhone(salon.businessPhone)],
    ['Country', markets[salon.country].name],
    ['Time zone', salon.timeZone],
    ['Fee', `${salon.feeBps / 100}% of the first rebooking, in ${salon.currency}`],
    ['Clients', count(salon.counts.clients)],
    ['Not yet payable', money(salon.counts.later, salon.currency)],
    ['Payable', money(salon.counts.owed, salon.currency)],
    ['Outstanding', money(salon.counts.outstanding, salon.currency)],
    ['Added', dateTime(salon.createdAt)],
  ]
  return (
    <Panel
      title="Details"
      aside={
        salon.state !== 'closed' && (
          <OwnerLinkAction
            salon={salon}
            purpose="home"
            label={`Send ${firstNameOf(salon.ownerName)} their page`}
          />
        )
      }
    >
      <dl className="sb-facts">
        {facts.map(([label, value]) => (
          <div key={label} className="sb-salon-fact">
            <dt>{label}</dt>
            <dd>{value ?? <span className="sb-faint">Not given</span>}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
