import './people.css'
import { Button } from '@blueprintjs/core'
import { BanCircle, Chat, Error as ErrorIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { ERASED_WORDING } from '../../core/inbox/conversation.ts'
import { StatusBadge } from '../../core/inbox/StatusBadge.tsx'
import { dateTime } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { Badge } from '../../kit/Badge.tsx'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { canBeTexted } from '../../sales/leads/withheld.ts'
import { formatPhone } from '../../sms/phone.ts'
import type { Person } from './contract.ts'
import { nameOf } from './nameOf.ts'
import { isInSales, PersonFacts } from './PersonFacts.tsx'
import { Timeline } from './Timeline.tsx'

/** Everything about one number. */
export function PersonPage() {
  const { screen } = useRoute()
  return screen.name === 'person' ? <OnePerson key={screen.number} number={screen.number} /> : null
}

function OnePerson({ number }: { number: string }) {
  const read = useRead('people', 'get', { number })
  const person = read.data
  const phone = formatPhone(person?.phone ?? number)
  const name = person && nameOf(person)
  return (
    <Page
      title={name ?? phone}
      badge={person && <States person={person} />}
      note={name ? <span className="sb-num">{phone}</span> : undefined}
      actions={person && <OpenConversation person={person} />}
    >
      <Loaded
        read={read}
        loading={{ text: 'Loading the person...', rows: 6, rowHeight: 58 }}
        failed="Failed to load the person"
      >
        {(data) => <Parts person={data} />}
      </Loaded>
    </Page>
  )
}

function Parts({ person }: { person: Person }) {
  return (
    <>
      {person.optOut && (
        <Notice icon={<BanCircle size={16} title={false} />}>
          {person.optOut.wording === ERASED_WORDING
            ? 'Everything about this number was erased on request.'
            : `Opted out on ${dateTime(person.optOut.since)}.`}{' '}
          This number gets no texts.
        </Notice>
      )}
      {person.undeliverable && (
        <Notice icon={<ErrorIcon size={16} title={false} />}>
          Texts cannot reach this number: {person.undeliverable}
        </Notice>
      )}
      <div className="sb-person">
        <Timeline person={person} />
        <PersonFacts person={person} />
      </div>
    </>
  )
}

const Notice = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="sb-person-notice">
    {icon}
    <span>{children}</span>
  </p>
)

/** What the person is to us. */
function States({ person: { prospect, lead, responses, salons, clients } }: { person: Person }) {
  return (
    <>
      {prospect && <StatusBadge status={prospect.contactStatus} />}
      {lead && <Badge tone="blue">Lead</Badge>}
      {responses.length > 0 && <Badge tone="purple">Waitlist</Badge>}
      {salons.length > 0 && <Badge tone="green">Salon</Badge>}
      {clients.length > 0 && <Badge>Client</Badge>}
    </>
  )
}

/** The agency's conversation. The client of a salon is answered as that salon: see `PersonFacts`. */
function OpenConversation({ person }: { person: Person }) {
  const { phone, lead, clients } = person
  const { go } = useRoute()
  if (lead && !canBeTexted(lead)) return null
  if (clients.length > 0 && !isInSales(person)) return null
  return (
    <Button icon={<Chat title={false} />} onClick={() => go('sms', { number: phone })}>
      Open conversation
    </Button>
  )
}
