import type { ReactNode } from 'react'
import { dateTime, formatDay, plural } from '../../formats.ts'
import { pathOf, repliesPath, salonPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { Panel } from '../../kit/Page.tsx'
import { withheldLabels } from '../../sales/leads/withheld.ts'
import { SalonBadge } from '../../salons/salons/SalonBadge.tsx'
import type { Person } from './contract.ts'

/** What is known of a person now. */
export function PersonFacts({ person }: { person: Person }) {
  return (
    <div className="sb-person-facts sb-column">
      {isInSales(person) && <InSales person={person} />}
      {person.salons.length > 0 && (
        <Panel title="Salons">
          <ul className="sb-person-list sb-column sb-break">
            {person.salons.map(({ id, name, ownerName, state }) => (
              <li key={id}>
                <AppLink to={salonPath(id)}>{name}</AppLink> <SalonBadge state={state} />
                <span className="sb-second">Owner: {ownerName}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {person.clients.length > 0 && (
        <Panel title="Client of">
          <ul className="sb-person-list sb-column sb-break">
            {person.clients.map((client) => (
              <Client key={client.id} client={client} phone={person.phone} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

/** Whether the agency itself has to do with the person. */
export const isInSales = ({ prospect, lead, responses, emails }: Person) =>
  prospect !== null || lead !== null || responses.length > 0 || emails.length > 0

function InSales({ person: { prospect, lead, responses, emails } }: { person: Person }) {
  return (
    <Panel title="In Sales">
      <dl className="sb-facts">
        {prospect && <ProspectFacts prospect={prospect} />}
        {lead && (
          <Fact label="Lead">
            <AppLink to={pathOf('leads')}>{dateTime(lead.createdAt)}</AppLink>
          </Fact>
        )}
        {lead?.withheld && <Fact label="Details">{withheldLabels[lead.withheld]}</Fact>}
        {responses.length > 0 && (
          <Fact label="Questionnaire">
            {responses.map(({ id, submittedAt }) => (
              <AppLink key={id} to={pathOf('waitlist', { response: id })} className="sb-person-line">
                {dateTime(submittedAt)}
              </AppLink>
            ))}
          </Fact>
        )}
        {emails.length > 0 && (
          <Fact label="Email">
            {emails.map((email) => (
              <a key={email} href={`mailto:${email}`} className="sb-person-line">
                {email}
              </a>
            ))}
          </Fact>
        )}
      </dl>
    </Panel>
  )
}

function ProspectFacts({ prospect }: { prospect: NonNullable<Person['prospect']> }) {
  const { name, phone, category, address, rating, reviewCount, teamSize } = prospect
  const reviews = reviewCount === null ? '' : ` (${plural(reviewCount, 'review')})`
  return (
    <>
      <Fact label="Prospect">
        <AppLink to={pathOf('prospects', { search: phone })}>{name}</AppLink>
      </Fact>
      {category && <Fact label="Category">{category}</Fact>}
      {address && <Fact label="Address">{address}</Fact>}
      {rating !== null && <Fact label="Rating">{`${rating.toFixed(1)}${reviews}`}</Fact>}
      {teamSize !== null && <Fact label="Team">{plural(teamSize, 'employee')}</Fact>}
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="sb-person-fact">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function Client({ client, phone }: { client: Person['clients'][number]; phone: string }) {
  const { id, salonId, salonName, firstName, lastVisit, visits, flags } = client
  const about = [
    firstName,
    lastVisit && `last visit ${formatDay(lastVisit)}`,
    visits !== null && plural(visits, 'visit'),
    ...flags,
  ]
  const talk = new URLSearchParams({ state: 'all', salon: salonId, number: phone })
  return (
    <li>
      <AppLink to={`${salonPath(salonId, 'clients')}&client=${id}`}>{salonName}</AppLink>
      <span className="sb-second">{about.filter(Boolean).join(' · ')}</span>
      <AppLink to={`${repliesPath}?${talk}`}>Open its conversation</AppLink>
    </li>
  )
}
