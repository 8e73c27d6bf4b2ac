import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { dateTime } from '../formats.ts'
import { salonPath } from '../host/addresses.ts'
import { usePlatform } from '../host/platform.ts'
import { AppLink } from '../kit/AppLink.tsx'
import { queryKeyOf } from '../kit/data.ts'
import { isEmpty, Loaded } from '../kit/Loaded.tsx'
import { Empty } from '../kit/states.tsx'
import { usePages } from '../kit/usePages.ts'
import { formatPhone } from '../sms/phone.ts'
import type { CampaignResult, ResultPerson, ResultStep } from './contract.ts'
import { stepLabels, stepNotes } from './labels.ts'

interface Props {
  salonId: string
  campaign: CampaignResult
  step: ResultStep
  onClose: () => void
}

/** The clients who reached a step of a campaign. */
export function PeopleDialog({ salonId, campaign, step, onClose }: Props) {
  const { items: data, more, ...read } = usePeople({ id: salonId, campaignId: campaign.id, step })
  return (
    <Dialog
      isOpen
      className="sb-results-people"
      title={`${stepLabels[step]}, campaign of ${dateTime(campaign.createdAt)}`}
      onClose={onClose}
      shouldReturnFocusOnClose
    >
      <DialogBody>
        <p className="sb-muted">{stepNotes[step]}</p>
        <Loaded
          read={{ ...read, data }}
          loading={{ text: 'Loading clients...', rows: 6 }}
          failed="Failed to load the clients"
          empty={{ when: isEmpty, state: <Empty title="No clients left." hint="They were erased." /> }}
        >
          {(people) => (
            <ul aria-label="Clients">
              {people.map((person) => (
                <Person key={person.phone} salonId={salonId} person={person} />
              ))}
            </ul>
          )}
        </Loaded>
        {more && (
          <Button variant="minimal" disabled={more.loading} onClick={more.load}>
            {more.loading ? 'Loading more clients...' : 'Load more clients'}
          </Button>
        )}
      </DialogBody>
    </Dialog>
  )
}

function usePeople(wanted: { id: string; campaignId: string; step: ResultStep }) {
  const { api } = usePlatform()
  return usePages(queryKeyOf('salonResults', 'people', wanted), (cursor, signal) =>
    api.salonResults.people({ ...wanted, ...(cursor && { cursor }) }, { signal }),
  )
}

/** The name opens the client. */
function Person({ salonId, person }: { salonId: string; person: ResultPerson }) {
  const { clientId, firstName, phone, at } = person
  const name = firstName ?? 'No name'
  return (
    <li>
      {clientId ? (
        <AppLink to={`${salonPath(salonId, 'clients')}&client=${clientId}`}>{name}</AppLink>
      ) : (
        <span className="sb-muted">No longer on the list</span>
      )}
      <span className="sb-num">{formatPhone(phone)}</span>
      <span className="sb-small sb-muted">{dateTime(at)}</span>
    </li>
  )
}
