import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { dateTime } from '../formats.ts'
import { pathOf } from '../host/addresses.ts'
import { usePlatform } from '../host/platform.ts'
import { AppLink } from '../kit/AppLink.tsx'
import { queryKeyOf } from '../kit/data.ts'
import { isEmpty, Loaded } from '../kit/Loaded.tsx'
import { Empty } from '../kit/states.tsx'
import { usePages } from '../kit/usePages.ts'
import { formatPhone } from '../sms/phone.ts'
import type { CampaignFigures, CampaignOutcome } from './contract.ts'
import { figureColumns } from './figureSort.ts'

const notes: Record<CampaignOutcome, string> = {
  sent: 'The carrier accepted a text to them.',
  delivered: 'The carrier reported a text as delivered.',
  answered: 'They texted back, and not to opt out.',
  yes: 'They texted back that they are interested.',
  stop: 'They texted back to opt out.',
  form: 'They filled in the waitlist form after the text.',
}

interface Props {
  campaign: CampaignFigures
  outcome: CampaignOutcome
  onClose: () => void
}

/** The numbers behind one figure of a campaign. Each opens its conversation. */
export function CampaignPeople({ campaign, outcome, onClose }: Props) {
  const { items: data, more, ...read } = usePeople(campaign, outcome)
  return (
    <Dialog
      isOpen
      className="sb-dash-people"
      title={`${figureColumns[outcome]}, ${campaign.step === 'second' ? 'second text, ' : ''}campaign of ${dateTime(campaign.createdAt)}`}
      onClose={onClose}
      shouldReturnFocusOnClose
    >
      <DialogBody>
        <p className="sb-muted">{notes[outcome]}</p>
        <Loaded
          read={{ ...read, data }}
          loading={{ text: 'Loading numbers...', rows: 6 }}
          failed="Failed to load the numbers"
          empty={{ when: isEmpty, state: <Empty title="No numbers left." hint="They were erased." /> }}
        >
          {(people) => (
            <ul aria-label="Numbers">
              {people.map(({ name, phone, at }) => (
                <li key={phone}>
                  <AppLink to={pathOf('sms', { number: phone })}>{name || formatPhone(phone)}</AppLink>
                  <span className="sb-num">{formatPhone(phone)}</span>
                  <span className="sb-small sb-muted">{dateTime(at)}</span>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        {more && (
          <Button variant="minimal" disabled={more.loading} onClick={more.load}>
            {more.loading ? 'Loading more numbers...' : 'Load more numbers'}
          </Button>
        )}
      </DialogBody>
    </Dialog>
  )
}

function usePeople({ id, step }: CampaignFigures, outcome: CampaignOutcome) {
  const { api } = usePlatform()
  return usePages(queryKeyOf('metrics', 'people', { id, step, outcome }), (cursor, signal) =>
    api.metrics.people({ id, step, outcome, ...(cursor && { cursor }) }, { signal }),
  )
}
