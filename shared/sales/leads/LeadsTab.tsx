import './leads.css'
import { MobilePhone } from '@blueprintjs/icons'
import { useState } from 'react'
import { count, dateTime, plural } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { Badge } from '../../kit/Badge.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { toCsv } from '../../kit/csv.ts'
import { columnHelper, DataTable } from '../../kit/DataTable.tsx'
import { useRead } from '../../kit/data.ts'
import { ExportCsv } from '../../kit/ExportCsv.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { isEmpty, Loaded } from '../../kit/Loaded.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import { Page, Panel } from '../../kit/Page.tsx'
import { Empty } from '../../kit/states.tsx'
import { useListKeys } from '../../kit/useListKeys.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { formatPhone } from '../../sms/phone.ts'
import type { Lead } from './contract.ts'
import { DetailsState } from './DetailsState.tsx'
import { detailsWords } from './detailsWords.ts'
import { isWaiting } from './rules.ts'
import { TextNotices } from './TextNotices.tsx'
import { useSendDetails } from './useSendDetails.ts'
import { byCountry, canBeTexted, waitingLeads, withheldLabels } from './withheld.ts'

const column = columnHelper<Lead>()
const columns = column.columns([
  column.accessor('mobileNumber', {
    header: 'Phone Number',
    cell: (cell) => <NumberLink number={cell.getValue()} className="sb-strong" />,
    meta: { className: 'sb-num sb-nowrap' },
  }),
  column.accessor('createdAt', {
    header: 'Date Submitted',
    cell: (cell) => dateTime(cell.getValue()),
    meta: { className: 'sb-num sb-lead-date' },
  }),
  column.display({ id: 'status', header: 'Status', cell: ({ row }) => <Status lead={row.original} /> }),
  column.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <Actions lead={row.original} />,
    meta: { className: 'sb-right', hiddenHeader: true },
  }),
])

const rowId = (lead: Lead) => lead.id

function Status({ lead }: { lead: Lead }) {
  return (
    <>
      <Badge tone="blue" dot="blue">
        New Lead
      </Badge>
      <DetailsState lead={lead} />
    </>
  )
}

function Actions({ lead }: { lead: Lead }) {
  if (!canBeTexted(lead)) return null
  return (
    <span className="sb-lead-actions">
      {isWaiting(lead.withheld) && <SendDetails lead={lead} />}
      <TextBack lead={lead} />
    </span>
  )
}

function SendDetails({ lead }: { lead: Lead }) {
  const send = useSendDetails()
  return (
    <WaitingButton
      variant="minimal"
      className="sb-link"
      aria-label={`Send details to ${formatPhone(lead.mobileNumber)}`}
      busy={send.isPending}
      busyText="Sending..."
      onClick={() => send.mutate([lead.id])}
    >
      Send details
    </WaitingButton>
  )
}

function TextBack({ lead }: { lead: Lead }) {
  const { go } = useRoute()
  return (
    <LinkButton
      aria-label={`Text back ${formatPhone(lead.mobileNumber)}`}
      onClick={() => go('sms', { number: lead.mobileNumber })}
    >
      Text back
    </LinkButton>
  )
}

/** Numbers from the lead form, newest first. */
export function LeadsTab() {
  const leads = useRead('leads', 'list')
  return (
    <Page title="Leads" note="Owners who left a mobile number on the website. Text them back soon." fixed>
      <TextNotices />
      <Loaded
        read={leads}
        loading={{ text: 'Loading leads...' }}
        failed="Failed to load leads"
        empty={{ when: isEmpty, state: <NoLeads /> }}
      >
        {(list) => <Leads leads={list} />}
      </Loaded>
    </Page>
  )
}

const NoLeads = () => (
  <Empty
    icon={<MobilePhone size={32} title={false} />}
    title="No leads yet"
    hint="Leads appear when people submit phone numbers through the website."
  />
)

function Leads({ leads }: { leads: Lead[] }) {
  const { go } = useRoute()
  const active = useListKeys({
    items: leads,
    rowId,
    onOpen: (lead) => canBeTexted(lead) && go('sms', { number: lead.mobileNumber }),
    verb: 'Text back',
  })
  return (
    <>
      <div className="sb-count-line">
        <span>
          Total leads: <b className="sb-num">{count(leads.length)}</b>
        </span>
        <Badge>From website contact form</Badge>
        <Waiting leads={leads} />
        <ExportCsv
          name="leads"
          title="Download all leads as a CSV file"
          disabled={false}
          csv={() => leadsCsv(leads)}
        />
      </div>
      <Panel flush className="sb-fill sb-narrow">
        <DataTable label="Leads" columns={columns} rows={leads} rowId={rowId} selected={active} />
      </Panel>
    </>
  )
}

const leadsCsv = (leads: Lead[]) =>
  toCsv(
    ['Phone Number', 'Date Submitted', 'Details not sent because', 'Details text', 'Answered'],
    leads.map(({ mobileNumber, createdAt, withheld, details, answeredAt }) => [
      mobileNumber,
      createdAt,
      withheld && withheldLabels[withheld],
      details && detailsWords[details.status],
      answeredAt,
    ]),
  )

/** Limit of one call; the oldest leads are sent first. */
const MAX_AT_ONCE = 10_000

/** Count of waiting leads and *Send to all*, which is hidden while public texts are stopped: staff then send one by one. */
function Waiting({ leads }: { leads: Lead[] }) {
  const texts = useRead('publicTexts', 'state').data
  const [asking, setAsking] = useState(false)
  const send = useSendDetails()
  const waiting = waitingLeads(leads).slice(-MAX_AT_ONCE)
  if (waiting.length === 0) return null
  return (
    <>
      <Badge tone="amber" dot="amber">
        {`${plural(waiting.length, 'lead')} waiting for details`}
      </Badge>
      {texts && !texts.stopped && (
        <WaitingButton
          className="sb-push"
          busy={send.isPending}
          busyText="Sending..."
          onClick={() => setAsking(true)}
        >
          Send to all waiting...
        </WaitingButton>
      )}
      <ConfirmDialog
        question={`Send the details to ${plural(waiting.length, 'lead')}?`}
        confirm="Send Details"
        isOpen={asking}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          send.mutate(waiting.map(({ id }) => id))
        }}
      >
        <p>{byCountry(waiting)}. No one gets them twice.</p>
      </ConfirmDialog>
    </>
  )
}
