import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { plural } from '../../formats.ts'
import { repliesPath } from '../../host/addresses.ts'
import type { Api } from '../../host/platform.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { useRead } from '../../kit/data.ts'
import { useMayCall } from '../../kit/MayCall.tsx'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { HttpError } from '../../platform/http/request.ts'
import { IssueDialog } from '../billing/IssueDialog.tsx'
import type { TodayItem } from './contract.ts'
import { type Group, groupLabels } from './groups.ts'
import { actionOf, placeOf } from './places.ts'
import { StartDialog } from './StartDialog.tsx'
import { useEach } from './useEach.ts'

/** The one action of a group: it does all of it, or opens the next. */
export function GroupAction({ group }: { group: Group }) {
  const mayAsk = useMayCall('salons.createLink')
  const mayStart = useMayCall('campaigns.start')
  const mayBill = useMayCall('billing.issueAll')
  const { id, items } = group
  const startable = items.filter(({ kind }) => kind === 'canText')
  if (id === 'lists' && mayAsk) return <AskOwners items={items} />
  if (id === 'texts' && mayStart && startable.length > 0) return <StartCampaigns items={startable} />
  if (id === 'money' && mayBill) return <MoneyActions group={group} />
  return <NextLink group={group} />
}

/** Opens the desk for replies, else the first of the group. */
function NextLink({ group: { id, items, text } }: { group: Group }) {
  // The steps of setup differ from salon to salon.
  const label = id === 'setup' && items.length > 1 ? 'Open the next' : actionOf(items[0])
  return (
    <AppLink
      className="bp6-button sb-today-act"
      to={id === 'replies' ? repliesPath : placeOf(items[0])}
      aria-label={`${label}: ${groupLabels[id]}, ${text}`}
    >
      {label}
    </AppLink>
  )
}

/** By text; by e-mail to an owner who cannot be texted. */
async function askForList(api: Api, { salonId }: TodayItem): Promise<void> {
  if (salonId === null) return
  const link = { id: salonId, purpose: 'list' } as const
  try {
    await api.salons.createLink({ ...link, text: true })
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 409)) throw error
    await api.salons.createLink({ ...link, mail: true }).catch(() => {
      throw error
    })
  }
}

function AskOwners({ items }: { items: readonly TodayItem[] }) {
  const ask = useEach<TodayItem>({
    run: askForList,
    salonName: ({ salonName }) => salonName,
    title: (done) => `${plural(done, 'owner')} asked for a list`,
    failed: 'Not asked',
    refreshes: [['salons', 'list']],
  })
  return (
    <WaitingButton
      className="sb-today-act"
      busy={ask.isPending}
      busyText="Asking..."
      onClick={() => ask.mutate(items)}
    >
      {`Ask ${plural(items.length, 'owner')} for a list`}
    </WaitingButton>
  )
}

function StartCampaigns({ items }: { items: readonly TodayItem[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button className="sb-today-act" onClick={() => setOpen(true)}>
        Start {plural(items.length, 'campaign')}
      </Button>
      {open && <StartDialog items={items} onClose={() => setOpen(false)} />}
    </>
  )
}

/** *Issue statements* once a month can be billed, and *Remind* for overdue statements that can be reminded of. */
function MoneyActions({ group }: { group: Group }) {
  const { data } = useRead('billing', 'open')
  const late = data?.items.filter(({ overdue, noReminder }) => overdue && noReminder === null) ?? []
  const remind = useEach<(typeof late)[number]>({
    run: (api, { salonId, number }) => api.billing.remind({ id: salonId, number }),
    salonName: ({ salonName }) => salonName,
    title: (done) => `${plural(done, 'reminder')} sent`,
    failed: 'Not reminded',
    refreshes: [['billing', 'open']],
  })
  const mayIssue = group.items.some(({ kind }) => kind === 'statement')
  if (!mayIssue && late.length === 0) return <NextLink group={group} />
  return (
    <span className="sb-today-acts">
      {late.length > 0 && (
        <WaitingButton
          className="sb-today-act"
          busy={remind.isPending}
          busyText="Sending..."
          onClick={() => remind.mutate(late)}
        >
          {`Remind ${late.length}`}
        </WaitingButton>
      )}
      {mayIssue && <IssueDialog className="sb-today-act" />}
    </span>
  )
}
